import { randomInt } from 'node:crypto'
import type { Profile, ProfileForm, PublicProfile } from '#contract/profiles.ts'
import type { Locale } from '#messages/runtime'
import { encodeAvatar } from '#server/integrations/images/encode.ts'
import type { Database, Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { findUsername } from '#server/db/username.ts'
import { buildProfilePictureUrl } from '#server/integrations/images/image-urls.ts'
import { listSellerProducts } from '#server/features/storefront/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { ReceivedFile } from '#server/http/uploads/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { sendContactEmailLink } from './contact-email.ts'
import { removePictureJob } from './jobs.ts'
import { roundSalesCount } from './sales-count.ts'
import {
  findCurrentUsername,
  isUsernameReserved,
  recordUsernameChange,
  reserveUsernamesOfClosedAccount,
} from './former-usernames.ts'
import {
  findProfile,
  findPublicProfile,
  insertProfile,
  isUsedAsProfilePicture,
  isUsernameTaken,
  lockUsername,
  replacePictureKey,
  updateProfileRow,
} from './queries.ts'
import { RESERVED_USERNAMES } from './reserved-usernames.ts'

/**
 * The words from which usernames of new accounts are made, with random digits. Such a username reveals nothing about
 * the email.
 */
const USERNAME_WORDS = [
  'kiosko',
  'vidriera',
  'esquina',
  'tinta',
  'revista',
  'toldo',
  'vereda',
  'farol',
]
const MAX_ATTEMPTS = 20

/** Creates the profile of a new account with an unused username. */
export async function createProfile(tx: Db, userId: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const word = USERNAME_WORDS[randomInt(USERNAME_WORDS.length)]!
    const username = `${word}${randomInt(1000, 100_000)}`
    if (await isUsernameReserved(tx, username, userId)) continue
    if (await insertProfile(tx, userId, username)) return
  }
  throw new ApiError('ERROR_REGISTER_DEFAULT', 'no free username found')
}

/**
 * The number of digits in the username of a closed account, which makes it longer than any username that a user can
 * choose.
 */
const CLOSED_USERNAME_DIGITS = 10

/** Deletes the personal data of a profile and gives it a generated username, which the buyers' orders then show. */
export async function eraseProfile(tx: Db, userId: number): Promise<void> {
  const pictureKey = await replacePictureKey(tx, userId, null)
  if (pictureKey) await enqueue(tx, removePictureJob, { key: pictureKey })
  const username = await lockUsername(tx, userId)
  if (username !== undefined) await reserveUsernamesOfClosedAccount(tx, userId, username)
  await updateProfileRow(tx, userId, {
    username: `cerrado${String(userId).padStart(CLOSED_USERNAME_DIGITS, '0')}`,
    bio: null,
    address: null,
    dateOfBirth: null,
    gender: null,
    phoneNumber: null,
    otherMediaLink: null,
    twitter: null,
    linkedIn: null,
    facebook: null,
    webpage: null,
    displayName: null,
    contactEmail: null,
    confirmedContactEmail: null,
    whatsapp: null,
    instagram: null,
    tiktok: null,
    youtube: null,
  })
}

/** Returns the user's own profile. @throws ApiError USER_NOT_FOUND if the user has no profile */
export async function getProfile({ db, config }: Context, userId: number): Promise<Profile> {
  const row = await findProfile(db, userId)
  if (!row) throw new ApiError('USER_NOT_FOUND')
  const { profile: storedProfile, provedContactEmail, ...user } = row
  const { confirmedContactEmail: _, ...profile } = storedProfile
  return {
    ...profile,
    languagePreference: user.languagePreference,
    themePreference: user.themePreference,
    profilePictureUrl: buildProfilePictureUrl(config, profile.profilePictureKey),
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    registrationDate: user.createdAt.toISOString(),
    loginCount: user.loginCount,
    twitter: profile.twitter ?? '',
    linkedIn: profile.linkedIn ?? '',
    facebook: profile.facebook ?? '',
    webpage: profile.webpage ?? '',
    displayName: profile.displayName ?? '',
    contactEmail: profile.contactEmail ?? '',
    isContactEmailConfirmed: !profile.contactEmail || provedContactEmail !== null,
    whatsapp: profile.whatsapp ?? '',
    instagram: profile.instagram ?? '',
    tiktok: profile.tiktok ?? '',
    youtube: profile.youtube ?? '',
  }
}

/**
 * Changes fields of a user's profile. A contact email that is not proved yet is sent a link. A username that is given
 * up stays reserved, and its address leads to the new one.
 * @throws ApiError ERROR_PROFILE_USERNAME_EXISTS if the username is taken or reserved
 */
export async function updateProfile(
  context: Context,
  userId: number,
  changes: Partial<ProfileForm>,
): Promise<Profile> {
  const { username } = changes
  if (username !== undefined && (await usernameExists(context, userId, username)))
    throw new ApiError('ERROR_PROFILE_USERNAME_EXISTS')
  await saveProfile(context, userId, changes).catch((error: unknown) => {
    // Another user took the username after the check, so the unique index rejects the change.
    throw isUniqueViolation(error) ? new ApiError('ERROR_PROFILE_USERNAME_EXISTS') : error
  })
  return getProfile(context, userId)
}

async function saveProfile(
  context: Context,
  userId: number,
  changes: Partial<ProfileForm>,
): Promise<void> {
  const { username } = changes
  const fields = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(fields).length === 0) return
  await runTransaction(context.db, async tx => {
    const from = await lockUsername(tx, userId)
    await updateProfileRow(tx, userId, fields)
    if (changes.contactEmail) await sendContactEmailLink(context, tx, userId)
    if (from !== undefined && username !== undefined && from !== username)
      await recordUsernameChange(tx, userId, { from, to: username })
  })
}

/**
 * Replaces the profile picture.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_IMAGE if the upload is missing or not a valid image
 */
export async function replacePicture(
  context: Context,
  userId: number,
  picture: ReceivedFile | undefined,
): Promise<Profile> {
  if (!picture) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no file')
  const key = await storeImage(context.storage, picture, encodeAvatar)
  try {
    await savePictureKey(context, userId, key)
  } catch (error) {
    // The transaction may have been committed although an error was reported, so the image is removed only if no
    // profile uses it.
    if (!(await isUsedAsProfilePicture(context.db, key))) await context.storage.removeImages(key)
    throw error
  }
  return getProfile(context, userId)
}

export async function deletePicture(context: Context, userId: number): Promise<Profile> {
  await savePictureKey(context, userId, null)
  return getProfile(context, userId)
}

async function savePictureKey({ db }: Context, userId: number, key: string | null): Promise<void> {
  await runTransaction(db, async tx => {
    const previousKey = await replacePictureKey(tx, userId, key)
    if (previousKey) await enqueue(tx, removePictureJob, { key: previousKey })
  })
}

/**
 * Tells whether a user cannot take a username: another user has it or gave it up less than a year ago, or it is
 * reserved for the site.
 */
export async function usernameExists(
  { db }: Context,
  userId: number,
  username: string,
): Promise<boolean> {
  const name = username.trim().toLowerCase().replace(/^@/, '')
  const isOwn = (await findUsername(db, userId)) === name
  return !isOwn && (RESERVED_USERNAMES.has(name) || (await isUsernameTaken(db, name, userId)))
}

/**
 * Returns the public profile of a seller, also by a username that the seller has given up.
 * @throws ApiError USER_NOT_FOUND if no open account has or had the username
 */
export async function getPublicProfile(
  context: Context,
  username: string,
  locale: Locale,
): Promise<PublicProfile & { userId: number }> {
  const profile =
    (await findPublicProfile(context.db, username)) ??
    (await findRenamedProfile(context.db, username))
  if (!profile) throw new ApiError('USER_NOT_FOUND')
  const { products, total } = await listSellerProducts(context, profile.userId, locale)
  return {
    userId: profile.userId,
    username: profile.username,
    bio: profile.bio,
    webpage: profile.webpage,
    twitter: profile.twitter,
    facebook: profile.facebook,
    linkedIn: profile.linkedIn,
    displayName: profile.displayName || null,
    contactEmail: profile.contactEmail || null,
    whatsapp: profile.whatsapp || null,
    instagram: profile.instagram,
    tiktok: profile.tiktok,
    youtube: profile.youtube,
    profilePictureUrl: buildProfilePictureUrl(context.config, profile.profilePictureKey),
    memberSince: profile.memberSince.toISOString(),
    salesCount: roundSalesCount(Number(profile.salesCount)),
    products,
    productCount: total,
  }
}

async function findRenamedProfile(db: Database, formerUsername: string) {
  const username = await findCurrentUsername(db, formerUsername)
  return username === undefined ? undefined : findPublicProfile(db, username)
}
