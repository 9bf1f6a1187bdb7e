import * as z from 'zod/mini'
import { PublicProduct } from './products/products.ts'
import { endpoint } from './core/endpoint.ts'
import { IMAGE_ERRORS } from './core/errors.ts'
import {
  Email,
  IsoDateTime,
  optionalName,
  optionalText,
  issueKey,
  requiredText,
  machineText,
} from './core/fields.ts'
import { LIMITS } from './core/limits.ts'
import { cleanCode, cleanEmail } from './core/typed-text.ts'

/** A username of lowercase letters and digits; a leading @ is removed. */
export const Username = z.string({ error: issueKey('issue_username') }).check(
  z.overwrite(cleanCode),
  z.maxLength(1 + LIMITS.username.max, { error: issueKey('issue_username'), abort: true }),
  z.overwrite(name => name.replace(/^@/, '')),
  z.minLength(LIMITS.username.min, issueKey('issue_username')),
  z.maxLength(LIMITS.username.max, issueKey('issue_username')),
  z.regex(/^[a-z0-9]+$/, issueKey('issue_username')),
)

/** A username on a social network, without slashes and spaces. */
const SocialHandle = z.optional(
  optionalText(LIMITS.social.max, 'issue_social').check(
    z.regex(/^[^\s/]*$/, issueKey('issue_social')),
  ),
)

/** The name that a seller shows above the username, on one line, or an empty string. */
const DisplayName = z.optional(
  optionalName(LIMITS.displayName.max, 'issue_display_name').check(
    z.refine(
      name => name === '' || name.length >= LIMITS.displayName.min,
      issueKey('issue_display_name'),
    ),
  ),
)

/** The email address that a seller shows to buyers, or an empty string. */
const ContactEmail = z.optional(
  z.union([z.string().check(z.overwrite(cleanEmail), z.maxLength(0)), Email], {
    error: issueKey('issue_email_invalid'),
  }),
)

/** A telephone number with its country code, such as `+5491123456789`, or an empty string. */
const Whatsapp = z.optional(
  optionalText(40, 'issue_whatsapp').check(
    z.overwrite(number =>
      cleanCode(number)
        .replace(/[\s().-]/g, '')
        .replace(/^00/, '+'),
    ),
    z.regex(/^(\+[1-9]\d{7,14})?$/, issueKey('issue_whatsapp')),
  ),
)

/** An http or https URL, or an empty string. A domain without a scheme gets `https://`. */
const Webpage = z.optional(
  optionalText(LIMITS.social.max, 'issue_webpage').check(
    z.overwrite(addWebScheme),
    z.maxLength(LIMITS.social.max, issueKey('issue_webpage')),
    z.refine(url => url === '' || isWebUrl(url), issueKey('issue_webpage')),
  ),
)

/** Puts `https://` before a text that begins with a domain, such as `luciahuerta.com/tienda`. */
export function addWebScheme(text: string): string {
  const isDomain = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(text)
  return isDomain ? `https://${text}` : text
}

function isWebUrl(url: string): boolean {
  if (/\s/.test(url)) return false
  const { protocol, hostname } = URL.parse(url) ?? {}
  return /^https?:$/.test(protocol ?? '') && hostname!.includes('.')
}

export const ProfileForm = z.object({
  username: Username,
  bio: requiredText(1, LIMITS.bio.max, 'issue_bio_required'),
  webpage: Webpage,
  twitter: SocialHandle,
  facebook: SocialHandle,
  linkedIn: SocialHandle,
  displayName: DisplayName,
  contactEmail: ContactEmail,
  whatsapp: Whatsapp,
  instagram: SocialHandle,
  tiktok: SocialHandle,
  youtube: SocialHandle,
})
export type ProfileForm = z.infer<typeof ProfileForm>

const nullableText = z.optional(z.nullable(z.string()))

export const Profile = z.object({
  id: z.int(),
  userId: z.optional(z.int()),
  username: z.string(),
  bio: nullableText,
  address: nullableText,
  dateOfBirth: nullableText,
  gender: nullableText,
  languagePreference: nullableText,
  phoneNumber: nullableText,
  profilePictureUrl: z.nullable(z.string()),
  themePreference: nullableText,
  otherMediaLink: nullableText,
  lastLogin: z.nullable(IsoDateTime),
  registrationDate: z.nullable(IsoDateTime),
  loginCount: z.int(),
  twitter: z.optional(z.string()),
  linkedIn: z.optional(z.string()),
  facebook: z.optional(z.string()),
  webpage: z.optional(z.string()),
  displayName: z.optional(z.string()),
  contactEmail: z.optional(z.string()),
  /**
   * False if the owner of the contact email has not opened the link that was mailed to it. Until then it is shown to
   * nobody, and replies to emails about orders go to the address of the account. True without a contact email.
   */
  isContactEmailConfirmed: z.optional(z.boolean()),
  whatsapp: z.optional(z.string()),
  instagram: z.optional(z.string()),
  tiktok: z.optional(z.string()),
  youtube: z.optional(z.string()),
})
export type Profile = z.infer<typeof Profile>

export const PublicProfile = z.object({
  username: z.string(),
  bio: z.nullable(z.string()),
  webpage: z.nullable(z.string()),
  twitter: z.nullable(z.string()),
  facebook: z.nullable(z.string()),
  linkedIn: z.nullable(z.string()),
  /** The name to show above the username. */
  displayName: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  /** A telephone number with its country code, such as `+5491123456789`. */
  whatsapp: z.nullable(z.string()),
  instagram: z.nullable(z.string()),
  tiktok: z.nullable(z.string()),
  youtube: z.nullable(z.string()),
  profilePictureUrl: z.nullable(z.string()),
  memberSince: IsoDateTime,
  /**
   * The number of the seller's sales, rounded down to 5, 10, 20, 50, 100 and so on, since cached replies may be older
   * than the latest sales. Null below 5.
   */
  salesCount: z.nullable(z.int()),
  /** The newest 24 products of the seller. `listProductsOfSeller` returns the following pages. */
  products: z.array(PublicProduct),
  productCount: z.int(),
})
export type PublicProfile = z.infer<typeof PublicProfile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/profile',
  summary: "Get the user's own profile",
  access: 'verified',
  cacheTags: ['Profile'],
  reply: Profile,
})

/** Agrees, by the link that was mailed to a contact email, that a profile shows it. */
export const confirmContactEmail = endpoint({
  method: 'POST',
  path: '/public/contact-email/:token',
  summary: 'Confirm the contact email of a profile',
  access: 'public',
  params: z.object({ token: machineText(100) }),
  errors: ['ERROR_INVALID_OR_EXPIRED_TOKEN'],
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/profile',
  summary: 'Change the profile',
  access: 'verified',
  cacheTags: ['Profile'],
  captcha: { action: 'edit_profile_form', in: 'header' },
  body: ProfileForm,
  reply: Profile,
  invalidFieldCodes: { username: 'ERROR_INVALID_USERNAME' },
  errors: ['ERROR_PROFILE_USERNAME_EXISTS', 'ERROR_INVALID_USERNAME'],
})

/** Changes single fields of the profile, such as the answers of a new seller. Fields that are left out stay. */
export const changeProfileFields = endpoint({
  method: 'PUT',
  path: '/profile/fields',
  summary: 'Change the username or the bio',
  access: 'verified',
  cacheTags: ['Profile'],
  captcha: { action: 'edit_profile_form', in: 'header' },
  body: z.partial(z.pick(ProfileForm, { username: true, bio: true })),
  reply: Profile,
  invalidFieldCodes: { username: 'ERROR_INVALID_USERNAME' },
  errors: ['ERROR_PROFILE_USERNAME_EXISTS', 'ERROR_INVALID_USERNAME'],
})

/**
 * Sets the profile picture from a jpg, jpeg, png, webp, gif or avif of up to 5 MB in the file field `picture_file`. The
 * server crops the picture to a centered square.
 */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/profile/picture',
  summary: 'Set the profile picture',
  access: 'verified',
  cacheTags: ['Profile'],
  form: z.object({}),
  files: ['picture_file'],
  reply: Profile,
  errors: [...IMAGE_ERRORS, 'ERROR_UPLOADING_FILES', 'ERROR_UPLOAD_TOO_SLOW'],
})

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/profile/picture',
  summary: 'Delete the profile picture',
  access: 'verified',
  cacheTags: ['Profile'],
  reply: Profile,
})

export const usernameExists = endpoint({
  method: 'GET',
  path: '/profile/username-exists/:username',
  summary: 'Check whether another user has a username',
  access: 'verified',
  params: z.object({ username: optionalText(50) }),
  reply: z.object({ usernameExists: z.boolean() }),
})

/**
 * Returns a public profile by its username. By a username that the seller has given up and nobody has taken, it returns
 * the seller's profile too, with the current username.
 */
export const getPublicProfile = endpoint({
  method: 'GET',
  path: '/public/profile/:username',
  summary: "Get a seller's public profile",
  access: 'public',
  params: z.object({ username: optionalText(50) }),
  reply: PublicProfile,
  errors: ['USER_NOT_FOUND'],
})
