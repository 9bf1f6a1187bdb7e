import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/welcome'
import { BioQuestion } from './welcome/bio-question.tsx'
import { NameQuestion } from './welcome/name-question.tsx'
import { PictureQuestion } from './welcome/picture-question.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.welcome_title(), { hidden: true })

const QUESTIONS = [NameQuestion, PictureQuestion, BioQuestion]

/**
 * Asks a new seller three questions, one after the other: name, picture and a line about the kiosk. All are optional.
 */
export default function WelcomePage() {
  const query = useRead(getProfile, {})
  const [step, setStep] = useState(0)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const Question = QUESTIONS[step]

  const next = async () => {
    if (step + 1 < QUESTIONS.length) return setStep(step + 1)
    // The username is in the menus too, so the loader data are reloaded.
    await revalidate()
    await navigate(paths.dashboard(), { replace: true })
  }
  return (
    <div className="mx-auto grid w-full max-w-[36rem] gap-6 pt-4">
      <p className="figures text-small font-semibold text-soft">
        {m.welcome_step({ step: step + 1, count: QUESTIONS.length })}
      </p>
      <Loaded query={query} skeleton={<Skeleton className="h-80 rounded-panel" />}>
        {profile =>
          Question && <Question key={step} profile={profile} onDone={() => void next()} />
        }
      </Loaded>
    </div>
  )
}
