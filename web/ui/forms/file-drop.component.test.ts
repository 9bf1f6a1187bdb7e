import { describe, test } from 'vitest'
import { expect, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/ui/forms/file-drop.fixture.tsx')

const fileOf = (name: string, bytes: number, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, 'a'),
})
const POEM = fileOf('poema.txt', 90)

async function showZone(props: Record<string, unknown> = {}) {
  const { page, show } = await openPage()
  await show('TextDrop', props)
  return {
    page,
    input: page.locator('input[type=file]'),
    zone: page.getByRole('presentation'),
    lines: page.getByRole('listitem'),
  }
}

describe('a zone for files', () => {
  test('a zone for files shows the name and the size of the file that it has taken, until it is removed', async () => {
    const { page, input, lines, zone } = await showZone()
    await expect(zone).toContainText('Choose a file')

    await input.setInputFiles(POEM)
    await expect(zone).toContainText('poema.txt 90 bytes')
    await expect(input).toHaveAccessibleName('Text poema.txt 90 bytes')
    await page.getByRole('button', { name: 'Remove it' }).click()

    await expect(zone).toContainText('Choose a file')
    await expect(page.getByRole('button', { name: 'Remove it' })).toHaveCount(0)
    await expect(lines).toHaveText(['poema.txt was taken', 'nothing is left'])
  })

  test.each([
    ['foto.png', fileOf('foto.png', 10, 'image/png'), 'foto.png is invalid-type'],
    ['libro.txt', fileOf('libro.txt', 101), 'libro.txt is too-large'],
  ])(
    'a zone for files refuses %s with the reason, and keeps what it has',
    async (_, file, line) => {
      const { input, lines, zone } = await showZone()
      await input.setInputFiles(POEM)

      await input.setInputFiles(file)

      await expect(lines).toHaveText(['poema.txt was taken', line])
      await expect(zone).toContainText('poema.txt')
    },
  )

  test('a zone for files takes the same file again, which was possibly saved anew', async () => {
    const { page, input, lines } = await showZone()
    await input.setInputFiles(POEM)
    await expect(input).toHaveValue(/poema\.txt$/)

    const chooser = page.waitForEvent('filechooser')
    await input.press('Enter')
    // A browser reports no change to a file that the field has already.
    await expect(input).toHaveValue('')
    await (await chooser).setFiles(POEM)

    await expect(lines).toHaveText(['poema.txt was taken', 'poema.txt was taken'])
  })

  test('a zone for files says while a file is over it whether it will be taken, and takes what is dropped', async () => {
    const { page, lines, zone } = await showZone()
    const drag = (name: string, type: string) =>
      page.evaluateHandle(
        ([name, type]) => {
          const data = new DataTransfer()
          data.items.add(new File(['aaa'], name!, { type: type! }))
          return data
        },
        [name, type],
      )

    await zone.dispatchEvent('dragenter', { dataTransfer: await drag('foto.png', 'image/png') })
    await expect(zone).toContainText('Not this one')
    await zone.dispatchEvent('dragleave', { dataTransfer: await drag('foto.png', 'image/png') })
    await expect(zone).toContainText('Choose a file')
    const dataTransfer = await drag('poema.txt', 'text/plain')
    await zone.dispatchEvent('dragenter', { dataTransfer })
    await expect(zone).toContainText('Drop it here')
    await zone.dispatchEvent('drop', { dataTransfer })

    await expect(zone).toContainText('poema.txt 3 bytes')
    await expect(lines).toHaveText(['poema.txt was taken'])
  })

  test('a zone for several files takes all at once, and refuses the wrong ones alone', async () => {
    const { input, lines } = await showZone({ takesSeveral: true })

    await input.setInputFiles([POEM, fileOf('foto.png', 10, 'image/png'), fileOf('otro.txt', 5)])

    await expect(lines).toHaveText(['foto.png is invalid-type', 'poema.txt and otro.txt'])
  })

  test('a zone for files reads its error and its hint to screen readers', async () => {
    const { input } = await showZone({ error: 'It is missing' })

    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await expect(input).toHaveAccessibleDescription('It is missing At most 100 bytes')
  })

  test('a zone for files that is disabled opens no file picker', async () => {
    const { input } = await showZone({ disabled: true })

    await expect(input).toBeDisabled()
  })
})
