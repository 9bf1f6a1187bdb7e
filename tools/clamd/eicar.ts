/**
 * The test file of the antivirus industry, which scanners report although it is harmless. It is written in two parts,
 * so that no scanner reports this file of the repository.
 */
export const EICAR = [
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`,
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** The name under which the scanners of the tests report the test file. */
export const EICAR_SIGNATURE = 'Test.Eicar'
