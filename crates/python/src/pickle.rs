//! How objects are pickled and copied: by all protocols alike, as a call that makes an equal one.

use pyo3::{
    PyClass,
    prelude::*,
    types::{PyTuple, PyType},
};

/// What `__reduce__` gives: a class, and the arguments of its constructor.
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
