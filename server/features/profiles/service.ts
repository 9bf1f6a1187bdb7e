import { randomInt } from 'node:crypto'
import type { Profile, ProfileForm, PublicProfile } from '#contract/profiles.ts'
import type { Locale } from '#messages/runtime'
import { encodeAvatar } from '#server/integrations/images/encode.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { Database, Db } from '#server/db/client.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { type CatalogDeps, listSellerProducts } from '#server/features/catalog/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { storeImage } from '#server/integrations/images/store-image.ts'
import type { ReceivedFile } from '#server/http/upload.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { removePictureJob } from './jobs.ts'
import {
  findProfile,
  findPublicProfile,
  insertProfile,
  isProfilePicture,
  isUsernameTaken,
  replacePictureKey,
  updateProfileRow,
} from './queries.ts'

export interface ProfilesDeps {
  db: Database
  storage: Storage
  catalog: CatalogDeps
}

/** Words of the place; with digits behind they make a first username, never made from an email. */
const FIRST_NAMES = [
  'kiosko',
  'vidriera',
  'esquina',
  'tinta',
  'revista',
  'toldo',
  'vereda',
  'farol',
]
const TRIES = 20

/** Gives a new account its profile under a free username. */
export async function createProfile(tx: Db, userId: number): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const word = FIRST_NAMES[randomInt(FIRST_NAMES.length)]!
    if (await insertProfile(tx, userId, `${word}${randomInt(1000, 100_000)}`)) return
  }
  throw new ApiError('ERROR_REGISTER_DEFAULT', 'no free username found')
}

/** Longer than any name a person can choose, so that it takes nobody's. */
const GONE_DIGITS = 10

/** Leaves nothing of a profile but a name that nobody can look up: orders of buyers still show one. */
export async function eraseProfile(tx: Db, userId: number): Promise<void> {
  const picture = await replacePictureKey(tx, userId, null)
  if (picture) await enqueue(tx, removePictureJob, { key: picture })
  await updateProfileRow(tx, userId, {
    username: `cerrado${String(userId).padStart(GONE_DIGITS, '0')}`,
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
  })
}

/** @throws ApiError USER_NOT_FOUND */
export async function describeProfile({ db }: ProfilesDeps, userId: number): Promise<Profile> {
  const found = await findProfile(db, userId)
  if (!found) throw new ApiError('USER_NOT_FOUND')
  const { profile, ...user } = found
  return {
    ...profile,
    languagePreference: user.languagePreference,
    themePreference: user.themePreference,
    profilePictureUrl: pictureAddress(profile.profilePictureKey),
    lastLogin: user.lastLoginAt?.toISOString() ?? null,
    registrationDate: user.createdAt.toISOString(),
    loginCount: user.loginCount,
    twitter: profile.twitter ?? '',
    linkedIn: profile.linkedIn ?? '',
    facebook: profile.facebook ?? '',
    webpage: profile.webpage ?? '',
  }
}

function pictureAddress(key: string | null): string | null {
  return key === null ? null : `/images/${key}/320.webp`
}

/** @throws ApiError ERROR_PROFILE_USERNAME_EXISTS */
export async function changeProfile(
  deps: ProfilesDeps,
  userId: number,
  form: ProfileForm,
): Promise<Profile> {
  const { db } = deps
  if (await usernameExists(deps, userId, form.username))
    throw new ApiError('ERROR_PROFILE_USERNAME_EXISTS')
  await updateProfileRow(db, userId, form).catch((error: unknown) => {
    // Two people taking one name at the same moment: the unique index lets one in.
    throw isUniqueViolation(error) ? new ApiError('ERROR_PROFILE_USERNAME_EXISTS') : error
  })
  return describeProfile(deps, userId)
}

/**
 * Hangs a profile picture in the place of the one before.
 * @throws ApiError ERROR_UPLOADING_PRODUCT_IMAGE
 */
export async function changePicture(
  deps: ProfilesDeps,
  userId: number,
  picture: ReceivedFile | undefined,
): Promise<Profile> {
  if (!picture) throw new ApiError('ERROR_UPLOADING_PRODUCT_IMAGE', 'no picture')
  const key = await storeImage(deps.storage, picture, encodeAvatar)
  try {
    await setPicture(deps, userId, key)
  } catch (error) {
    // A COMMIT may succeed and still seem to fail.
    if (!(await isProfilePicture(deps.db, key))) await deps.storage.removeImages(key)
    throw error
  }
  return describeProfile(deps, userId)
}

export async function removeOwnPicture(deps: ProfilesDeps, userId: number): Promise<Profile> {
  await setPicture(deps, userId, null)
  return describeProfile(deps, userId)
}

async function setPicture({ db }: ProfilesDeps, userId: number, key: string | null): Promise<void> {
  await db.transaction(async tx => {
    const before = await replacePictureKey(tx, userId, key)
    if (before) await enqueue(tx, removePictureJob, { key: before })
  })
}

/** Whether a username is someone else's; one's own is free. */
export function usernameExists(
  { db }: ProfilesDeps,
  userId: number,
  username: string,
): Promise<boolean> {
  return isUsernameTaken(db, username.trim().toLowerCase().replace(/^@/, ''), userId)
}

/** @throws ApiError USER_NOT_FOUND */
export async function publicProfile(
  { db, catalog }: ProfilesDeps,
  username: string,
  locale: Locale,
): Promise<PublicProfile & { userId: number }> {
  const profile = await findPublicProfile(db, username)
  if (!profile) throw new ApiError('USER_NOT_FOUND')
  const { products, total } = await listSellerProducts(catalog, profile.userId, locale)
  return {
    userId: profile.userId,
    username: profile.username,
    bio: profile.bio,
    webpage: profile.webpage,
    twitter: profile.twitter,
    facebook: profile.facebook,
    linkedIn: profile.linkedIn,
    profilePictureUrl: pictureAddress(profile.profilePictureKey),
    products,
    productCount: total,
  }
}
