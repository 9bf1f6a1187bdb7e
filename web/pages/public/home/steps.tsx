import * as m from '#messages'
import { formatStorage } from '#web/i18n/format.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { StepIllustration } from './step-illustrations.tsx'

/** Explains the three steps of a seller from a file to a sale. */
export function StepsSection() {
  const space = formatStorage(useSiteSettings().sellerQuotaBytes)
  const steps = [
    { name: 'register', title: m.home_step1_title(), text: m.home_step1_text({ space }) },
    { name: 'publish', title: m.home_step2_title(), text: m.home_step2_text() },
    { name: 'sell', title: m.home_step3_title(), text: m.home_step3_text() },
  ] as const
  return (
    <section
      id="como-funciona"
      aria-labelledby="steps"
      className="border-y border-line bg-tint/55 py-16 lg:py-20"
    >
      <div className="wrap">
        <h2 id="steps" className="max-w-2xl text-h2">
          {m.home_steps()}
        </h2>
        <ol className="mt-9 grid gap-5 md:grid-cols-3">
          {steps.map(({ name, title, text }, index) => (
            <li
              key={name}
              className="flex flex-col overflow-hidden rounded-panel border border-line bg-card shadow-soft"
            >
              <StepIllustration step={name} />
              <div className="grid gap-2 px-6 pt-5 pb-7">
                <h3 className="flex items-baseline gap-2.5 text-[1.3rem]">
                  <span className="figures font-display text-awning-deep">{index + 1}</span>
                  {title}
                </h3>
                <p className="text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
