let expectations = Expectations()
try PasswordChecks(expectations: expectations).run()
expectations.finish()
