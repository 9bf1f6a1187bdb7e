import type { Profile } from '#contract/profiles.ts'
import { EditProfile } from './edit-profile.tsx'

export const Form = ({ profile }: { profile: Profile }) => <EditProfile profile={profile} />
