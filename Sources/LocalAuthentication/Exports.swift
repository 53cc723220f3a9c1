// On Apple's platforms the framework brings Foundation along, which brings Security, and sources rely on both.
@_exported public import Foundation
@_exported public import Security
