//! The image's budgets: the most that it may take of the board.

/// A resource, its limit and what to aim for.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// In an image's report.
    pub name: &'static str,
    /// More fails the build.
    pub limit_bytes: u32,
    /// Room to grow is left up to here.
    pub aim_bytes: u32,
}

const KIB: u32 = 1024;

/// Code, constants and initial values.
pub const FLASH: Budget = Budget {
    name: "flash",
    limit_bytes: 192 * KIB,
    aim_bytes: 128 * KIB,
};

/// Variables, zeroed or not.
pub const RAM: Budget = Budget {
    name: "static RAM",
    limit_bytes: 32 * KIB,
    aim_bytes: 20 * KIB,
};

/// Half of the stack: the other half is for what an estimate cannot see.
pub const STACK: Budget = Budget {
    name: "worst stack",
    limit_bytes: 16 * KIB,
    aim_bytes: 12 * KIB,
};

/// The sign's: flash, static RAM, worst stack.
pub const SIGN: [Budget; 3] = [
    Budget {
        limit_bytes: 64 * KIB,
        aim_bytes: 56 * KIB,
        ..FLASH
    },
    Budget {
        limit_bytes: 24 * KIB,
        aim_bytes: 16 * KIB,
        ..RAM
    },
    Budget {
        limit_bytes: 16 * KIB,
        aim_bytes: 8 * KIB,
        ..STACK
    },
];

/// Prints what was spent of each budget.
///
/// # Errors
/// Names those that were exceeded.
pub fn check(spent: &[(Budget, u32)]) -> Result<(), String> {
    println!("\nBudgets        spent   aim for     limit");
    for (budget, bytes) in spent {
        let Budget {
            name,
            limit_bytes,
            aim_bytes,
        } = budget;
        println!(
            "{name:<11} {bytes:>8}  {aim_bytes:>8}  {limit_bytes:>8}  {}",
            verdict(*budget, *bytes)
        );
    }
    let exceeded = spent
        .iter()
        .filter(|(budget, bytes)| *bytes > budget.limit_bytes);
    let names: Vec<&str> = exceeded.map(|(budget, _)| budget.name).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(format!("over budget: {}", names.join(", ")))
}

fn verdict(budget: Budget, bytes: u32) -> &'static str {
    match bytes {
        _ if bytes > budget.limit_bytes => "OVER BUDGET",
        _ if bytes > budget.aim_bytes => "fits, above the aim",
        _ => "fits",
    }
}
