import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Invites sellers who have neither a picture nor a line about themselves to answer the questions for new sellers. */
export function NamePrompt() {
  const { data: profile } = useRead(getProfile, {})
  if (!profile || profile.bio || profile.profilePictureUrl) return null
  return (
    <Banner
      tone="info"
      action={
        <LinkButton size="small" kind="ghost" to={paths.welcome()}>
          {m.welcome_start()}
        </LinkButton>
      }
    >
      {m.welcome_prompt()}
    </Banner>
  )
}
