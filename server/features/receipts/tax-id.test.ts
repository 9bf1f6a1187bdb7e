import { expect, test } from 'vitest'
import { TAX_ID_KINDS, type TaxIdKind } from '#contract/tax-ids.ts'
import { formatTaxId, parseTaxId } from './tax-id.ts'

/**
 * Twenty right tax ids of each kind. The first ones are public, such as those of tax offices; the others were computed
 * apart from this code by the published rules.
 */
const RIGHT: Record<TaxIdKind, string> = {
  cuit: '30703088534 30546689979 33693450239 30500010912 34972281869 27201164104 24575004071 34933791566 27859660881 34844420562 27340678848 33237782602 23416835241 24856286432 33906307133 20050673376 23365494401 34555357925 30569990161 30989651303',
  cpf: '52998224725 34801436951 98116639471 04689229465 27824593762 45435699622 43043691210 31226161308 83752100729 78275840040 93720662659 43660619108 58162685200 98589574750 47120017470 40016961005 14063494454 59742516367 99191938520 92149284529',
  cnpj: '33000167000101 60746948000112 12ABC34501DE35 00049767000105 02D2TR1O000161 32706558000183 NX6A6MNY000158 AZFIOJ30000113 5F1SNAKC000151 69317194000150 PLW2GVHE000108 29355680000148 850LHBR1000143 MBDFBBEQ000153 14096137000104 13997016000162 PKQHO0XC000107 80087747000168 07395639000162 00481715000103',
  rfc: 'GODE561231GR8 SAT970701NN3 BJBJ521218AY3 CGZ92022892A LZZP540512NI9 DNDF760614SJ3 MVDM780523548 FVS640323R13 NTRM561224AO3 ZPY680202G70 RCM590103EG8 GRC610111EV3 HFMY8703126FA PLB590206876 CBC610522N43 ZGH991109DV9 DNGH821226MX1 SZYS671115M4A MHHN730119VE1 DNVN630127LR8',
  rut: '965059008 340412753 354267810 113740973 457940378 745080456 39868608K 294767088 403375756 156361321 255544349 624932315 460032814 269179945 186003942 386096961 363204864 06075148K 728903007 190774090',
  nit: '8001972684 8909039388 8600029644 8276743189 8157472436 9147415923 9886840300 9883654874 9273043218 8220137378 8063474250 9769047356 9037680270 9251752787 8907995980 9263279767 8791563487 9405939031 8569997666 8111901652',
  ruc: '20131312955 20100047218 20100130204 10143092548 15855249429 17712424842 15510679994 10891358542 15859050678 10828712085 17512521100 17683833665 20581990473 15079184486 17967299987 10332492174 20394091333 10663715394 10703672766 20510782012',
  ci: '12345672 56822426 46794497 54538259 31465443 39253242 37078032 15029130 18554665 11637315 43915391 43898044 45098385 28777336 19188152 26459540 20416857 52740713 37297339 13575955',
}

/** Returns the same tax id with another check digit. An RFC has a second right one, by an older table of letters. */
function spoil(taxId: string): string {
  const check = taxId.at(-1)!
  const wrong = /\d/.test(check) ? String((Number(check) + 5) % 10) : '5'
  return taxId.slice(0, -1) + wrong
}

test.each(TAX_ID_KINDS)('twenty right tax ids of the kind %s are accepted', async kind => {
  const taxIds = RIGHT[kind].split(' ')
  expect(new Set(taxIds).size).toBe(20)
  for (const taxId of taxIds) expect(await parseTaxId(kind, taxId), taxId).toBe(taxId)
})

test.each(TAX_ID_KINDS)(
  'tax ids of the kind %s with a wrong check digit are refused',
  async kind => {
    for (const taxId of RIGHT[kind].split(' '))
      expect(await parseTaxId(kind, spoil(taxId)), spoil(taxId)).toBeUndefined()
  },
)

test.each(TAX_ID_KINDS)('tax ids of the kind %s of a wrong length are refused', async kind => {
  for (const taxId of RIGHT[kind].split(' ')) {
    expect(await parseTaxId(kind, `${taxId}0000000`), taxId).toBeUndefined()
    expect(await parseTaxId(kind, taxId.slice(0, 5)), taxId).toBeUndefined()
  }
})

test.each([
  ['cuit', ' 30-70308853-4 ', '30703088534', '30-70308853-4'],
  ['cpf', '529.982.247-25', '52998224725', '529.982.247-25'],
  ['cnpj', '12.abc.345/01de-35', '12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['rfc', 'gode 561231 gr8', 'GODE561231GR8', 'GODE 561231 GR8'],
  ['rut', '96.505.900-8', '965059008', '96.505.900-8'],
  ['nit', '800.197.268-4', '8001972684', '800.197.268-4'],
  ['ruc', '20131312955', '20131312955', '20131312955'],
  ['ci', '1.234.567-2', '12345672', '1.234.567-2'],
] as const)('the %s %s is stored as %s and shown as %s', async (kind, typed, stored, shown) => {
  expect(await parseTaxId(kind, typed)).toBe(stored)
  expect(await formatTaxId(kind, stored)).toBe(shown)
})

test.each(['', 'abc', '<script>', '00000000000000000000000', '١٢٣٤٥٦٧٨'])(
  'the text %o is no tax id of any kind',
  async text => {
    for (const kind of TAX_ID_KINDS) expect(await parseTaxId(kind, text), kind).toBeUndefined()
  },
)
