//! Every evaluator at every workload, timed: `cargo xtask bench` reads what this leaves.
#![allow(missing_docs, reason = "made by criterion's macros")]

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use odds_benches::deals::Size;
use odds_benches::table::ENTRANTS;

fn evaluators(criterion: &mut Criterion) {
    for entrant in &ENTRANTS {
        let mut group = criterion.benchmark_group(entrant.workload.to_string());
        let mut contender = (entrant.start)(Size::Timed);
        group
            .sampling_mode(SamplingMode::Flat)
            .sample_size(40)
            .warm_up_time(Duration::from_millis(200))
            .measurement_time(Duration::from_secs(1))
            .throughput(Throughput::Elements(contender.hands() as u64))
            .bench_function(entrant.name, |bencher| bencher.iter(|| contender.run()));
        group.finish();
    }
}

criterion_group!(benches, evaluators);
criterion_main!(benches);
