//! The memory as seen from outside, and the program's flash in it.

use super::Cpu;
use super::bus::Bus;
use super::engine::MemoryId;

impl<B: Bus> Cpu<B> {
    /// The half-words that the program counter is on.
    pub(super) fn code(&self) -> [u16; 2] {
        let bytes = self.memory(self.pc(), 4).unwrap_or(&[0; 4]);
        std::array::from_fn(|index| {
            bytes[2 * index..]
                .first_chunk()
                .map_or(0, |half| u16::from_le_bytes(*half))
        })
    }

    /// Takes over what the flash holds now, if that has changed.
    pub(super) fn copy_code(&mut self) {
        let version = self.bus().code_version();
        if version == self.code_version {
            return;
        }
        self.code_version = version;
        let watched = self.bus().watched_code();
        // Without the watch such words would read like any other: there is nothing better to do then.
        let _ = self.engine.watch(&watched);
        let (ram, id) = self.code;
        let (core, memory) = self.engine.hooks_and_memory(id);
        if !core.bus.copy_code(memory) {
            return;
        }
        for address in ram.windows {
            self.engine.forget_code(*address, ram.bytes);
        }
        self.core_mut().known.forget();
    }

    /// Which memory an address is in, and where there.
    fn find(&self, address: u32) -> Option<(MemoryId, usize)> {
        let all = std::iter::once(&self.code).chain(&self.rams);
        all.flat_map(|(ram, id)| {
            ram.windows
                .iter()
                .map(move |window| (*window, ram.bytes, *id))
        })
        .find_map(|(window, bytes, id)| {
            let offset = address.checked_sub(window)?;
            (offset < bytes).then_some((id, offset as usize))
        })
    }

    /// A word of memory, if there is any.
    pub fn word(&self, address: u32) -> Option<u32> {
        let (id, offset) = self.find(address)?;
        let bytes = self.engine.memory(id).get(offset..offset + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }

    pub(super) fn set_word(&mut self, address: u32, value: u32) -> Option<()> {
        let (id, offset) = self.find(address).filter(|(id, _)| *id != self.code.1)?;
        self.engine
            .memory_mut(id)
            .get_mut(offset..offset + 4)?
            .copy_from_slice(&value.to_le_bytes());
        Some(())
    }

    /// Some of the memory, as far as it is in one piece.
    pub fn memory(&self, address: u32, bytes: usize) -> Option<&[u8]> {
        let (id, offset) = self.find(address)?;
        self.engine
            .memory(id)
            .get(offset..offset.checked_add(bytes)?)
    }

    /// Some of the memory that can be stored into.
    pub fn memory_mut(&mut self, address: u32, bytes: usize) -> Option<&mut [u8]> {
        let (id, offset) = self.find(address).filter(|(id, _)| *id != self.code.1)?;
        self.engine
            .memory_mut(id)
            .get_mut(offset..offset.checked_add(bytes)?)
    }

    /// All memory that can be stored into.
    pub fn rams(&self) -> impl Iterator<Item = &[u8]> {
        self.rams.iter().map(|(_, id)| self.engine.memory(*id))
    }

    /// The same, to fill it.
    pub fn for_each_ram(&mut self, mut act: impl FnMut(&mut [u8])) {
        let ids: Vec<_> = self.rams.iter().map(|(_, id)| *id).collect();
        for id in ids {
            act(self.engine.memory_mut(id));
        }
    }
}
