//! The stack's estimate: the instructions it is read from, and the compiler as a second
//! opinion.

mod fixture;

use fixture::elf;
use std::collections::BTreeSet;
use xtask::image;
use xtask::program::Program;
use xtask::stack::code::{Code, Function};
use xtask::stack::frames::{self, StackFrames};
use xtask::stack::graph::Graph;
use xtask::stack::thumb::{Effect, length, narrow, wide};

/// As an assembler encodes them, at address 0x1000.
const NARROW: [(u16, &str, Effect); 9] = [
    (0xB5F0, "push {r4-r7, lr}", Effect::Takes(20)),
    (0xB084, "sub sp, #16", Effect::Takes(16)),
    (0xB004, "add sp, #16", Effect::Other),
    (0x4798, "blx r3", Effect::GoesSomewhere),
    (0x4718, "bx r3", Effect::GoesSomewhere),
    (0x4770, "bx lr", Effect::Other),
    (0xBDF0, "pop {r4-r7, pc}", Effect::Other),
    (0xE7FE, "b .", Effect::Goes(0x1000)),
    (0xD0FE, "beq .", Effect::Goes(0x1000)),
];
#[rustfmt::skip]
const WIDE: [(u32, &str, Effect); 14] = [
    (0xF000_F800, "bl .+4", Effect::Goes(0x1004)),
    (0xF7FF_FFFE, "bl .", Effect::Goes(0x1000)),
    (0xF7FF_BFFE, "b.w .", Effect::Goes(0x1000)),
    (0xF43F_AFFE, "beq.w .", Effect::Goes(0x1000)),
    (0xE92D_4FF0, "push.w {r4-r11, lr}", Effect::Takes(36)),
    (0xF84D_BD04, "str r11, [sp, #-4]!", Effect::Takes(4)),
    (0xED2D_8B04, "vpush {d8-d9}", Effect::Takes(16)),
    (0xF5AD_7D00, "sub.w sp, sp, #512", Effect::Takes(512)),
    (0xF2AD_4D0C, "subw sp, sp, #1036", Effect::Takes(1036)),
    (0xF243_4512, "movw r5, #0x3412", Effect::LowerHalf(5, 0x3412)),
    (0xF6C0_0500, "movt r5, #0x0800", Effect::UpperHalf(5, 0x0800)),
    (0xF85D_FB04, "ldr pc, [sp], #4", Effect::Other),
    (0xF850_F021, "ldr.w pc, [r0, r1, lsl #2]", Effect::GoesSomewhere),
    (0xF3BF_8F4F, "dsb sy", Effect::Other),
];

#[test]
fn instructions_are_understood() {
    for (code, text, effect) in NARROW {
        assert_eq!(length(code), 2, "{text}");
        assert_eq!(narrow(0x1000, code), effect, "{text}");
    }
    for (code, text, effect) in WIDE {
        let [first, second] = [code >> 16, code & 0xFFFF].map(|half| u16::try_from(half).unwrap());
        assert_eq!(length(first), 4, "{text}");
        assert_eq!(wide(0x1000, first, second), effect, "{text}");
    }
}

#[test]
fn a_list_of_frames_is_read() {
    let list = [0x00, 0x10, 0, 8, 0x08, 0x04, 0x10, 0, 8, 0xB0, 0x02];
    let frames = frames::parse(&list);
    let found = frames.into_iter().collect::<Vec<_>>();
    assert_eq!(found, [(0x0800_1000, 8), (0x0800_1004, 304)]);
}

#[test]
fn the_longest_way_is_the_one_with_the_largest_frames() {
    let code = code(&[
        ("main", 8, &[1, 2]),
        ("wide", 100, &[]),
        ("deep", 40, &[3]),
        ("leaf", 70, &[]),
    ]);
    assert_eq!(way(&code, 0), (118, vec!["main", "deep", "leaf"]));
}

#[test]
fn a_circle_counts_once() {
    let code = code(&[
        ("main", 8, &[1]),
        ("there", 16, &[2]),
        ("back", 32, &[1, 3]),
        ("leaf", 64, &[]),
    ]);
    assert_eq!(way(&code, 0), (120, vec!["main", "there", "back", "leaf"]));
}

#[test]
fn a_panic_ends_the_way() {
    let code = code(&[("main", 8, &[1]), ("__rustc::rust_begin_unwind", 500, &[])]);
    assert_eq!(way(&code, 0), (8, vec!["main"]));
    assert_eq!(way(&code, 1), (500, vec!["__rustc::rust_begin_unwind"]));
}

/// Pointers reach what data mentions, tasks only from an executor and only its own.
#[test]
fn a_pointer_reaches_what_it_may() {
    const MINE: &str = "<embassy_executor::raw::TaskStorage<mine>>::poll";
    const OTHER: &str = "<embassy_executor::raw::TaskStorage<other>>::poll";
    const EXECUTOR: &str = "<embassy_executor::raw::Executor>::poll";
    let mut code = code(&[
        (EXECUTOR, 1, &[]),
        (MINE, 2, &[]),
        (OTHER, 4, &[]),
        ("a::driver", 8, &[]),
        ("a::waker", 16, &[]),
    ]);
    code.in_data = [1, 2, 4].into();
    for caller in [0, 1, 3] {
        code.functions.get_mut(&caller).unwrap().calls_pointers = true;
    }
    assert_eq!(way(&code, 0), (19, vec![EXECUTOR, MINE, "a::waker"]));
    assert_eq!(way(&code, 3), (24, vec!["a::driver", "a::waker"]));
}

/// The compiler may put an executor into the handler that runs it, or into `main`.
#[test]
fn an_executor_may_be_part_of_its_handler() {
    const MINE: &str = "<embassy_executor::raw::TaskStorage<mine>>::poll";
    for entry in ["SWPMI1", "main", "firmware::start::__cortex_m_rt_main"] {
        let mut code = code(&[(entry, 1, &[]), (MINE, 2, &[])]);
        code.in_data = [1].into();
        code.functions.get_mut(&0).unwrap().calls_pointers = true;
        assert_eq!(way(&code, 0), (3, vec![entry, MINE]));
    }
}

/// Functions by their names, frames and calls; their places are their addresses.
fn code(functions: &[(&str, u32, &[u32])]) -> Code {
    let function = |(name, taken, calls): &(&str, u32, &[u32])| Function {
        name: (*name).to_owned(),
        taken: *taken,
        calls: calls.iter().copied().collect(),
        ..Function::default()
    };
    Code {
        functions: (0..).zip(functions.iter().map(function)).collect(),
        in_data: BTreeSet::new(),
    }
}

/// The worst way down from a function where the executor polls only the task `mine`.
fn way(code: &Code, root: u32) -> (u32, Vec<&str>) {
    let frames = StackFrames::new();
    let is_mine = |task: &str| task.contains("mine");
    let chain = Graph::new(code, &frames).worst(root, &is_mine, &mut BTreeSet::new());
    let named = |name: String| code.functions.values().find(|of| of.name == name).unwrap();
    let names = chain.links.into_iter().flat_map(|link| link.names);
    (
        chain.bytes,
        names.map(|name| named(name).name.as_str()).collect(),
    )
}

#[test]
fn what_the_code_takes_covers_what_the_compiler_reports() {
    let elf = elf();
    let frames = frames::kept(&image::path(Program::Controller), &elf).unwrap();
    let code = Code::read(&elf).unwrap();
    assert!(frames.len() > 100);
    for (address, reported) in frames {
        let function = &code.functions[&address];
        assert!(
            function.taken >= reported,
            "{}: {} of {reported}",
            function.name,
            function.taken
        );
    }
}
