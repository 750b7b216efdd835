//! The chip's voltage detector (PVD). It is asked where the answer matters, before each sample and each entry, so that no
//! interrupt has to be in time. Brown-out resets the chip at 2.5 V (`firmware::options`); the detector warns at 2.8 V.

use embassy_stm32::pac::PWR;
use embassy_stm32::pac::pwr::vals::Pls;

/// Switches the detector on. It needs some microseconds before its answer counts, much less than the rest of the start.
pub(super) fn watch() {
    PWR.cr2().modify(|cr2| {
        cr2.set_pls(Pls::V2_8);
        cr2.set_pvde(true);
    });
}

/// True while the supply is below the threshold.
pub(super) fn is_low() -> bool {
    PWR.sr2().read().pvdo()
}
