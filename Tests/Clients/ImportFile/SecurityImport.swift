// The one file that a port adds: it makes the names known in every file of the module.
@_exported import Security
