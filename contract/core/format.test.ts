import { expect, test } from 'vitest'
import { formatAmount, formatFileSize, formatStorageSize } from './format.ts'

/** Replaces non-breaking spaces with `~`, so that the tables below show them. */
const visible = (text: string) => text.replaceAll('\u00a0', '~')

test.each([
  [100, 'ARS', '$~1', '$~1 ARS'],
  [890_000, 'ARS', '$~8.900', '$~8.900 ARS'],
  [100_000_000, 'MXN', '$~1.000.000', '$~1.000.000 MXN'],
  [178_050, 'ARS', '$~1.780,50', '$~1.780,50 ARS'],
  [178_005, 'ARS', '$~1.780,05', '$~1.780,05 ARS'],
  [178_000, 'CLP', '$~1.780', '$~1.780 CLP'],
  [-50_025, 'ARS', '−$~500,25', '−$~500,25 ARS'],
] as const)(
  '%d minor units of %s are formatted as %s in Spanish and as %s in English',
  (minor, currency, es, en) => {
    expect(visible(formatAmount(minor, currency, 'es'))).toBe(es)
    expect(visible(formatAmount(minor, currency, 'en'))).toBe(en)
  },
)

test.each([
  [0, '0~KB', '0~KB'],
  [1, '1~KB', '1~KB'],
  [2_048, '2~KB', '2~KB'],
  [77_305, '75~KB', '75~KB'],
  [1_048_000, '1023~KB', '1023~KB'],
  [1_048_575, '1~MB', '1~MB'],
  [13_002_342, '12,4~MB', '12.4~MB'],
  [1_610_612_736, '1,5~GB', '1.5~GB'],
])('a file of %d bytes has the size %s in Spanish and %s in English', (bytes, es, en) => {
  expect(visible(formatFileSize(bytes, 'es'))).toBe(es)
  expect(visible(formatFileSize(bytes, 'en'))).toBe(en)
})

test.each([
  [0, '0~MB', '0~MB'],
  [1, '0,1~MB', '0.1~MB'],
  [13_002_342, '12,4~MB', '12.4~MB'],
  [1_073_741_823, '1024~MB', '1024~MB'],
  [1_073_741_824, '1~GB', '1~GB'],
])('%d bytes of storage are %s in Spanish and %s in English', (bytes, es, en) => {
  expect(visible(formatStorageSize(bytes, 'es'))).toBe(es)
  expect(visible(formatStorageSize(bytes, 'en'))).toBe(en)
})
