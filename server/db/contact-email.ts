import { sql } from 'drizzle-orm'
import { profiles, users } from './schema/index.ts'

/**
 * The contact email of a profile that is joined with its account, if its owner has proved it: by the link that was
 * mailed to it, or as the verified address of the account. Null otherwise, since it can be the address of a stranger.
 */
export const provedContactEmail = sql<string | null>`(case
  when ${profiles.contactEmail} = ${profiles.confirmedContactEmail} then ${profiles.contactEmail}
  when ${profiles.contactEmail} = ${users.email} and ${users.verifiedAt} is not null then ${profiles.contactEmail}
end)`
