//! Wrapper of Unicorn: the only file that uses it, and the only one with `unsafe`.
//!
//! Memory is mapped from buffers that the engine owns. The engine calls back into [`Hooks`] before each instruction, at
//! each access to a device, and at every operation that the core cannot do by itself.

use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::fmt;
use std::ops::Range;
use std::pin::Pin;

use unicorn_engine::{
    Arch, ArmCpuModel, HookType, MemType, Mode, Prot, RegisterARM, TlbEntry, TlbType, Unicorn,
    uc_emu_stop, uc_engine, uc_error, uc_hook, uc_hook_add, uc_hook_del, uc_mmio_map, uc_reg_write,
};

/// A core register.
pub(crate) type Register = RegisterARM;

/// Callbacks of the engine while it runs.
pub(crate) trait Hooks {
    /// Called before the instruction at this address. `false` stops in front of it; inside an IT block `false` is
    /// ignored.
    fn instruction(&mut self, address: u32, view: View) -> bool;
    /// A load from a device.
    fn read(&mut self, address: u32, bytes: u32) -> u32;
    /// A store to a device.
    fn write(&mut self, address: u32, bytes: u32, value: u32);
    /// A load from watched memory.
    fn watched(&mut self, address: u32, bytes: u32);
    /// SVC, BKPT or a return from an exception. The engine stops.
    fn trap(&mut self, number: u32);
    /// An access to memory that does not exist, or does not allow it. The engine stops.
    fn refused(&mut self, refusal: Refusal);
}

/// An access that memory refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) kind: RefusalKind,
    pub(crate) address: u32,
    pub(crate) bytes: u32,
    /// The value of the store.
    pub(crate) value: u32,
}

/// The kind of access that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefusalKind {
    Read,
    Write,
    Fetch,
}

/// The core as it is before the instruction that a hook is called for.
#[derive(Clone, Copy)]
pub(crate) struct View(*mut uc_engine);

impl View {
    /// The half-words of code at this address.
    pub(crate) fn code<const N: usize>(self, address: u32) -> [u16; N] {
        std::array::from_fn(|index| {
            let at = u64::from(address) + 2 * index as u64;
            let mut bytes = [0; 2];
            // SAFETY: the handle is alive while its hook runs, and the buffer is as long as said.
            let _ =
                unsafe { unicorn_engine::uc_mem_read(self.0, at, bytes.as_mut_ptr().cast(), 2) };
            u16::from_le_bytes(bytes)
        })
    }

    pub(crate) fn read(self, register: Register) -> u32 {
        let mut value = 0_u32;
        // SAFETY: the handle is alive while its hook runs, and a core register has 32 bits.
        let _ = unsafe {
            unicorn_engine::uc_reg_read(self.0, register.into(), (&raw mut value).cast())
        };
        value
    }
}

/// The reason for which the engine stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A hook stopped it.
    Stopped,
    /// An instruction that does not exist.
    Undefined,
    /// Another reason, already reported to the hooks.
    Refused,
}

/// Plain memory for code and data.
struct Memory {
    bytes: Box<[UnsafeCell<u8>]>,
}

/// The use of plain memory. It is never both: the engine would take a slow path at each store, in case it changes code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Loaded from, and run from.
    Code,
    /// Loaded from, and stored into.
    Data,
}

/// A core with its hooks.
pub(crate) struct Engine<H: Hooks> {
    uc: Unicorn<'static, ()>,
    hooks: Box<UnsafeCell<H>>,
    regions: Vec<Pin<Box<Region<H>>>>,
    watches: Vec<(u32, uc_hook)>,
    memories: Vec<Memory>,
    /// Address ranges of data.
    data: Vec<Range<u64>>,
}

/// Identifies a memory of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryId(usize);

/// Stops nowhere: an address that no instruction has.
const NOWHERE: u64 = 0xFFFF_FFFF;

impl<H: Hooks> Engine<H> {
    pub(crate) fn new(hooks: H) -> Result<Self, uc_error> {
        let mut uc = Unicorn::new(Arch::ARM, Mode::MCLASS | Mode::LITTLE_ENDIAN)?;
        uc.ctl_set_cpu_model(ArmCpuModel::CORTEX_M4 as i32)?;
        uc.ctl_set_tlb_type(TlbType::VIRTUAL)?;
        let engine = Self {
            uc,
            hooks: Box::new(UnsafeCell::new(hooks)),
            regions: Vec::new(),
            watches: Vec::new(),
            memories: Vec::new(),
            data: Vec::new(),
        };
        engine.add_hook(HookType::CODE, on_instruction::<H> as *mut c_void)?;
        engine.add_hook(HookType::TLB_FILL, on_page as *mut c_void)?;
        engine.add_hook(HookType::INTR, on_trap::<H> as *mut c_void)?;
        Ok(engine)
    }

    fn add_hook(&self, kind: HookType, callback: *mut c_void) -> Result<(), uc_error> {
        // Unicorn takes a range from 1 to 0 as all addresses.
        self.add_hook_at(kind, callback, 1, 0)
    }

    fn add_hook_at(
        &self,
        kind: HookType,
        callback: *mut c_void,
        first: u64,
        last: u64,
    ) -> Result<(), uc_error> {
        let (uc, kind, mut id) = (self.uc.get_handle(), kind.0.cast_signed(), 0);
        // SAFETY: `callback` has the signature that Unicorn documents for `kind`, and the hooks live in a box that
        // is dropped after the engine.
        unsafe { uc_hook_add(uc, &raw mut id, kind, callback, self.user(), first, last) }
            .and(Ok(()))
    }

    /// Reports accesses that memory refuses, once all memory is mapped. Data ranges refuse nothing and must have no
    /// hook: the engine would take a slow path at each store.
    pub(crate) fn guard(&self) -> Result<(), uc_error> {
        let mut data = self.data.clone();
        data.sort_unstable_by_key(|data| data.start);
        let starts = std::iter::once(0).chain(data.iter().map(|data| data.end));
        let ends = data.iter().map(|data| data.start).chain([1 << 32]);
        let gaps = starts.zip(ends).filter(|(start, end)| start < end);
        for (start, end) in gaps {
            let callback = on_refused::<H> as *mut c_void;
            self.add_hook_at(HookType::MEM_INVALID, callback, start, end - 1)?;
        }
        Ok(())
    }

    /// Reports loads from these double-words from now on, and from no others. It makes all loads slow.
    pub(crate) fn watch(&mut self, words: &[u32]) -> Result<(), uc_error> {
        if self.watches.iter().map(|(word, _)| word).eq(words) {
            return Ok(());
        }
        let uc = self.uc.get_handle();
        for (_, id) in self.watches.drain(..) {
            // SAFETY: the hook was added to this engine, and is forgotten here.
            let _ = unsafe { uc_hook_del(uc, id) };
        }
        for word in words {
            let (callback, mut id) = (on_watched::<H> as *mut c_void, 0);
            let (kind, from) = (HookType::MEM_READ.0.cast_signed(), u64::from(*word));
            // SAFETY: as in `add_hook`.
            unsafe { uc_hook_add(uc, &raw mut id, kind, callback, self.user(), from, from + 7) }
                .and(Ok(()))?;
            self.watches.push((*word, id));
        }
        // The engine decides at translation if loads may take the fast path.
        self.uc.ctl_flush_tb()
    }

    fn user(&self) -> *mut c_void {
        self.hooks.get().cast()
    }

    /// Maps plain memory at one or more addresses.
    pub(crate) fn map(
        &mut self,
        bytes: usize,
        windows: &[u32],
        r#use: Use,
    ) -> Result<MemoryId, uc_error> {
        let memory = Memory {
            bytes: (0..bytes).map(|_| UnsafeCell::new(0)).collect(),
        };
        let rights = Prot::READ
            | if r#use == Use::Code {
                Prot::EXEC
            } else {
                Prot::WRITE
            };
        for address in windows {
            let start = memory.bytes.as_ptr().cast_mut().cast();
            // SAFETY: the buffer has this length, is not moved, and is dropped after the engine. Its cells may be
            // written through a shared pointer.
            unsafe {
                self.uc
                    .mem_map_ptr((*address).into(), bytes as u64, rights, start)?;
            };
        }
        if r#use == Use::Data {
            let windows = windows.iter().map(|address| u64::from(*address));
            self.data
                .extend(windows.map(|start| start..start + bytes as u64));
        }
        self.memories.push(memory);
        Ok(MemoryId(self.memories.len() - 1))
    }

    /// Maps addresses whose loads and stores go to the hooks.
    pub(crate) fn map_devices(&mut self, from: u32, bytes: u32) -> Result<(), uc_error> {
        let region = Box::pin(Region {
            base: from,
            hooks: self.hooks.get(),
        });
        let user = std::ptr::from_ref(&*region).cast_mut().cast();
        self.regions.push(region);
        // SAFETY: the callbacks have the documented signature, and the region is in a box that is dropped after
        // the engine.
        unsafe {
            uc_mmio_map(
                self.uc.get_handle(),
                from.into(),
                bytes.into(),
                Some(on_read::<H>),
                user,
                Some(on_write::<H>),
                user,
            )
        }
        .and(Ok(()))
    }

    pub(crate) fn hooks(&self) -> &H {
        // SAFETY: the engine runs only inside `run`, which holds `&mut self`; so no hook is at work now.
        unsafe { &*self.hooks.get() }
    }

    pub(crate) fn hooks_mut(&mut self) -> &mut H {
        self.hooks.get_mut()
    }

    pub(crate) fn memory(&self, id: MemoryId) -> &[u8] {
        let cells = self
            .memories
            .get(id.0)
            .map_or(&[][..], |memory| &memory.bytes);
        // SAFETY: nothing writes while the engine does not run, and it runs only under `&mut self`.
        unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), cells.len()) }
    }

    pub(crate) fn memory_mut(&mut self, id: MemoryId) -> &mut [u8] {
        let cells = self
            .memories
            .get_mut(id.0)
            .map_or(&mut [][..], |memory| &mut memory.bytes);
        // SAFETY: as above, and `&mut self` is the only way here.
        unsafe { std::slice::from_raw_parts_mut(cells.as_mut_ptr().cast(), cells.len()) }
    }

    /// Discards the translations of this range, whose contents have changed.
    pub(crate) fn forget_code(&mut self, from: u32, bytes: u32) {
        let from = u64::from(from);
        let _ = self.uc.ctl_remove_cache(from, from + u64::from(bytes));
    }

    /// Runs from an address until a hook or an error stops it.
    pub(crate) fn run(&mut self, from: u32) -> Halt {
        match self.uc.emu_start(u64::from(from | 1), NOWHERE, 0, 0) {
            Ok(()) => Halt::Stopped,
            Err(uc_error::INSN_INVALID | uc_error::EXCEPTION) => Halt::Undefined,
            Err(_) => Halt::Refused,
        }
    }

    pub(crate) fn read(&self, register: Register) -> u32 {
        View(self.uc.get_handle()).read(register)
    }

    pub(crate) fn write(&mut self, register: Register, value: u32) {
        let _ = self.uc.reg_write(register, value.into());
    }

    /// The hooks, and a memory to fill from them.
    pub(crate) fn hooks_and_memory(&mut self, id: MemoryId) -> (&H, &mut [u8]) {
        let cells = self
            .memories
            .get_mut(id.0)
            .map_or(&mut [][..], |memory| &mut memory.bytes);
        // SAFETY: as in `memory_mut`; the hooks are elsewhere.
        let bytes =
            unsafe { std::slice::from_raw_parts_mut(cells.as_mut_ptr().cast(), cells.len()) };
        (self.hooks.get_mut(), bytes)
    }
}

impl<H: Hooks> fmt::Debug for Engine<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("uc", &self.uc)
            .finish_non_exhaustive()
    }
}

struct Region<H> {
    base: u32,
    hooks: *mut H,
}

unsafe extern "C" fn on_instruction<H: Hooks>(
    uc: *mut uc_engine,
    address: u64,
    _bytes: u32,
    user: *mut c_void,
) {
    // SAFETY: the hooks are borrowed by nobody else while the engine runs.
    let hooks = unsafe { &mut *user.cast::<H>() };
    if !hooks.instruction(low_word(address), View(uc)) {
        // SAFETY: this is the running engine.
        let _ = unsafe { uc_emu_stop(uc) };
    }
}

/// Sets the rights of a page when it is first used. A page with both code and data would make the engine take a slow
/// path at each store; so there is no code in RAM.
unsafe extern "C" fn on_page(
    uc: *mut uc_engine,
    address: u64,
    kind: MemType,
    entry: *mut TlbEntry,
    _user: *mut c_void,
) -> bool {
    let is_ram = DATA.iter().any(|data| data.contains(&address));
    let rights = if is_ram {
        Prot::READ | Prot::WRITE
    } else {
        Prot::ALL
    };
    // SAFETY: the entry is there to be filled.
    unsafe {
        *entry = TlbEntry {
            paddr: address,
            perms: rights,
        }
    };
    if kind != MemType::FETCH {
        close_block(uc);
    }
    true
}

/// Undoes a side effect of the engine, which writes the position in an IT block to EPSR before it reports a page or a
/// load, as if it were to leave the translated code. It does not leave, and finds the same block open at some later
/// jump, whose first instructions then depend on its condition.
fn close_block(uc: *mut uc_engine) {
    let thumb = 1_u32 << 24;
    // SAFETY: the handle is alive while its hook runs, and EPSR has 32 bits: the state of the block, and Thumb.
    let _ = unsafe { uc_reg_write(uc, Register::EPSR.into(), (&raw const thumb).cast()) };
}

/// The address ranges that the architecture reserves for data. (ARMv7-M ARM, B3.1)
const DATA: [std::ops::Range<u64>; 2] = [0x1000_0000..0x1001_0000, 0x2000_0000..0x4000_0000];

unsafe extern "C" fn on_trap<H: Hooks>(uc: *mut uc_engine, number: u32, user: *mut c_void) {
    // SAFETY: as in `on_instruction`.
    unsafe {
        (*user.cast::<H>()).trap(number);
        let _ = uc_emu_stop(uc);
    }
}

unsafe extern "C" fn on_refused<H: Hooks>(
    _uc: *mut uc_engine,
    kind: MemType,
    address: u64,
    bytes: i32,
    value: i64,
    user: *mut c_void,
) -> bool {
    let kind = match kind {
        MemType::WRITE_UNMAPPED | MemType::WRITE_PROT => RefusalKind::Write,
        MemType::FETCH_UNMAPPED | MemType::FETCH_PROT => RefusalKind::Fetch,
        _ => RefusalKind::Read,
    };
    // SAFETY: as in `on_instruction`.
    let hooks = unsafe { &mut *user.cast::<H>() };
    hooks.refused(Refusal {
        kind,
        address: low_word(address),
        bytes: bytes.unsigned_abs(),
        value: low_word(value.cast_unsigned()),
    });
    false
}

unsafe extern "C" fn on_watched<H: Hooks>(
    uc: *mut uc_engine,
    _kind: MemType,
    address: u64,
    bytes: i32,
    _value: i64,
    user: *mut c_void,
) {
    // SAFETY: as in `on_instruction`.
    let hooks = unsafe { &mut *user.cast::<H>() };
    hooks.watched(low_word(address), bytes.unsigned_abs());
    close_block(uc);
}

unsafe extern "C" fn on_read<H: Hooks>(
    _uc: *mut uc_engine,
    offset: u64,
    bytes: u32,
    user: *mut c_void,
) -> u64 {
    // SAFETY: `user` is the region that was given with this callback; the rest as in `on_instruction`.
    unsafe {
        let region = &*user.cast::<Region<H>>();
        (*region.hooks)
            .read(region.base.wrapping_add(low_word(offset)), bytes)
            .into()
    }
}

unsafe extern "C" fn on_write<H: Hooks>(
    _uc: *mut uc_engine,
    offset: u64,
    bytes: u32,
    value: u64,
    user: *mut c_void,
) {
    // SAFETY: as in `on_read`.
    unsafe {
        let region = &*user.cast::<Region<H>>();
        let address = region.base.wrapping_add(low_word(offset));
        (*region.hooks).write(address, bytes, low_word(value));
    }
}

/// Addresses and values of this core have 32 bits, whatever the engine's interface has room for.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the upper half is always zero"
)]
#[inline]
const fn low_word(value: u64) -> u32 {
    value as u32
}
