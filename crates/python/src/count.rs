//! Numbers of any size.

use num_bigint::BigUint;
use pyo3::{
    prelude::*,
    types::{PyBytes, PyInt},
};

use crate::arguments::refused;

/// The `int` that `digits` write in decimal. Python's own reading of long numbers is limited and slow.
///
/// # Errors
/// If `digits` are not all digits.
pub(crate) fn int<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyAny>> {
    let number: BigUint = digits.parse().map_err(refused)?;
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    py.get_type::<PyInt>()
        .call_method1("from_bytes", (bytes, "little"))
}
