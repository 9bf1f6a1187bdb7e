import { useEffect, useRef, type ReactNode } from 'react'
import type { Profile } from '#contract/profiles.ts'
import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'

export interface QuestionProps {
  profile: Profile
  /** Called when the question was answered or skipped. */
  onDone: () => void
}

/** One question, with a button that saves the answer and one that skips it. Its heading takes the focus. */
export function Question({
  title,
  text,
  pending,
  onAnswer,
  onSkip,
  children,
}: {
  title: string
  text: string
  pending: boolean
  onAnswer: () => void
  onSkip: () => void
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Card panel>
      <form
        method="post"
        noValidate
        className="grid gap-6"
        onSubmit={event => {
          event.preventDefault()
          if (!pending) onAnswer()
        }}
      >
        <div className="grid gap-2.5">
          <h1 ref={heading} tabIndex={-1} className="text-title">
            {title}
          </h1>
          <p className="text-soft">{text}</p>
        </div>
        {children}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={pending}>
            {m.welcome_next()}
          </Button>
          <Button kind="quiet" onClick={onSkip}>
            {m.welcome_skip()}
          </Button>
        </div>
      </form>
    </Card>
  )
}
