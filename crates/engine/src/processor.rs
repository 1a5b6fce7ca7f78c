//! Check of the processor's instruction sets against those of this build.

/// The error message for an unsupported processor.
pub const UNSUPPORTED_PROCESSOR: &str = "this build is for processors with AVX2, BMI2 and POPCNT, and this one lacks \
     some of them; for this one build with RUSTFLAGS=\"-C target-cpu=x86-64\"";

/// Whether the processor has the instructions that the compiler was allowed to use. The system ends
/// a program at a missing instruction, so this is called first, and only uses instructions that
/// every processor has.
///
/// The standard library's feature detection macro answers from the build, not from the processor,
/// if the build is for processors with the feature.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub fn is_processor_supported() -> bool {
    use core::arch::x86_64::__cpuid;

    let basic = __cpuid(1).ecx;
    let extended = if __cpuid(0).eax >= 7 {
        __cpuid(7).ebx
    } else {
        0
    };
    (!cfg!(target_feature = "popcnt") || basic & 1 << 23 != 0)
        && (!cfg!(target_feature = "avx") || basic & 1 << 28 != 0)
        && (!cfg!(target_feature = "bmi1") || extended & 1 << 3 != 0)
        && (!cfg!(target_feature = "avx2") || extended & 1 << 5 != 0)
        && (!cfg!(target_feature = "bmi2") || extended & 1 << 8 != 0)
}

/// Builds for other architectures run on all their processors.
#[cfg(not(target_arch = "x86_64"))]
pub fn is_processor_supported() -> bool {
    true
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_processor_that_runs_this_has_what_the_build_uses() {
        assert!(super::is_processor_supported());
    }
}
