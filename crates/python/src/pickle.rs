//! How objects are pickled and copied: by all protocols alike, as a call that makes an equal one.

use pyo3::{
    PyClass,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyTuple, PyType},
};

/// The result of `__reduce__`: a class, and the arguments of its constructor.
pub(crate) type Reduced<'py> = (Bound<'py, PyType>, Bound<'py, PyTuple>);

/// The class of `object`, with `arguments`.
///
/// # Errors
/// If Python has no memory for them.
pub(crate) fn reduced<'py, T: PyClass>(
    object: &Bound<'py, T>,
    arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Reduced<'py>> {
    let arguments = arguments.into_pyobject(object.py())?;
    Ok((object.as_any().get_type(), arguments))
}

/// The result of `__reduce__` for an object that is not copied. Without it, the oldest protocols of pickle
/// would write data that cannot be read.
///
/// # Errors
/// Always `TypeError`.
pub(crate) fn not_reduced<T: PyClass>(object: &Bound<'_, T>) -> PyResult<()> {
    let name = object.as_any().get_type().fully_qualified_name()?;
    let message = format!("cannot pickle '{name}' object");
    Err(PyTypeError::new_err(message))
}
