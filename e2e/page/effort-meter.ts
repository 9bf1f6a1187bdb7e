import type { Locator, Page } from '@playwright/test'

/** What a part of a story asks of a person. */
export interface Effort {
  /** Taps on the screen and on Enter, but for those that only put the caret into a field that is typed. */
  taps: number
  /** Fields that are typed. */
  fields: number
  /** The distance scrolled up and down, in heights of the screen. */
  screens: number
}

type FilePayload = { name: string; mimeType: string; buffer: Buffer }

/**
 * Acts on a page as a person does and counts what that takes. Whatever is acted on is scrolled to first, if it is not
 * on the screen as a whole or something covers it.
 */
export function createEffortMeter(page: Page) {
  const steps: (Effort & { step: string })[] = []
  const count = (effort: Partial<Effort>) => {
    const current = steps.at(-1)
    if (!current) throw new Error('The meter counts for a step, and none has begun')
    current.taps += effort.taps ?? 0
    current.fields += effort.fields ?? 0
    current.screens += effort.screens ?? 0
  }
  const sum = (measure: keyof Effort) => steps.reduce((total, step) => total + step[measure], 0)

  /** Scrolls to something that a person wants to see. */
  const look = async (target: Locator) => {
    const screens = await target.evaluate(element => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const isCovered = !element.contains(shown) && !shown?.contains(element)
      if (top >= 0 && bottom <= innerHeight && !isCovered) return 0
      const scrolledBefore = scrollY
      element.scrollIntoView({ block: 'center', behavior: 'instant' })
      return Math.abs(scrollY - scrolledBefore) / innerHeight
    })
    count({ screens })
  }
  const tap = async (target: Locator) => {
    await target.waitFor()
    await look(target)
    count({ taps: 1 })
    await target.click()
  }
  return {
    /** Begins a part of the story. What comes next counts for it. */
    begin: (step: string) => void steps.push({ step, taps: 0, fields: 0, screens: 0 }),
    look,
    tap,
    /** Counts taps outside of the page, such as one on the link in an email. */
    tapElsewhere: (taps = 1) => count({ taps }),
    type: async (field: Locator, text: string) => {
      await field.waitFor()
      await look(field)
      count({ fields: 1 })
      await field.click()
      await page.keyboard.type(text)
    },
    /** Chooses a file by the dialog of the device, which counts as a part of the tap that opens it. */
    chooseFile: async (target: Locator, file: FilePayload) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tap(target)])
      await chooser.setFiles(file)
    },
    readSteps: () => steps.map(step => ({ ...step, screens: Number(step.screens.toFixed(2)) })),
    readTotal: (): Effort => ({
      taps: sum('taps'),
      fields: sum('fields'),
      screens: Number(sum('screens').toFixed(2)),
    }),
  }
}
