/** A video that the page of a product shows. `hash` is what an unlisted video of Vimeo needs besides its id. */
export type Video =
  | { provider: 'youtube'; id: string }
  | { provider: 'vimeo'; id: string; hash: string | undefined }

/** The maximum number of characters of an address. Those that the providers give to copy have less than 300. */
export const VIDEO_URL_MAX = 500

/**
 * An address in printable ASCII: host, path, query and fragment. It has no user, no port, and no percent sign or
 * backslash before the query.
 */
const ADDRESS = /^(?:https?:\/\/)?([\w.-]+)(\/[\w/-]*)(?:\?([!-"$-~]*))?(?:#[!-~]*)?$/i

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([\w-]{11})\/?$/
const SHORT_HOST = /^(?:www\.)?youtu\.be$/
const YOUTUBE_ID = /^[\w-]{11}$/
/** What stands in the place of an id in the addresses of playlists and channels. */
const YOUTUBE_NO_ID = ['videoseries', 'live_stream']

const VIMEO_HOST = /^(?:www\.)?vimeo\.com$/
const VIMEO_PATH =
  /^\/(?:(?:manage\/)?videos?\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:showcase|album)\/\d+\/video\/)?(\d{1,12})(?:\/([\da-f]{6,20}))?\/?$/
const PLAYER_PATH = /^\/video\/(\d{1,12})\/?$/
const VIMEO_HASH = /^[\da-f]{6,20}$/

/**
 * Reads the address of a video on YouTube or Vimeo in any form that people copy: of a page, a short link, a short, a
 * live stream or a player. Playlists, times and everything else in it are dropped.
 * @returns undefined for any other address, such as that of a playlist or a channel
 */
export function parseVideoUrl(text: string): Video | undefined {
  if (text.length > VIDEO_URL_MAX) return undefined
  const [, anyCaseHost = '', path = '', query = ''] = ADDRESS.exec(text) ?? []
  const host = anyCaseHost.toLowerCase()
  if (YOUTUBE_HOST.test(host))
    return /^\/watch\/?$/.test(path)
      ? toYoutube(readParameter(query, 'v'))
      : toYoutube(YOUTUBE_PATH.exec(path)?.[1])
  if (SHORT_HOST.test(host)) return toYoutube(/^\/([\w-]{11})\/?$/.exec(path)?.[1])
  if (VIMEO_HOST.test(host)) return toVimeo(VIMEO_PATH.exec(path), query)
  return host === 'player.vimeo.com' ? toVimeo(PLAYER_PATH.exec(path), query) : undefined
}

function toYoutube(id = ''): Video | undefined {
  return YOUTUBE_ID.test(id) && !YOUTUBE_NO_ID.includes(id)
    ? { provider: 'youtube', id }
    : undefined
}

function toVimeo(found: RegExpExecArray | null, query: string): Video | undefined {
  if (!found) return undefined
  const [, id = '', hash = readParameter(query, 'h')] = found
  if (Number(id) === 0 || (hash !== undefined && !VIMEO_HASH.test(hash))) return undefined
  return { provider: 'vimeo', id: String(Number(id)), hash }
}

/** Returns a parameter as it is written; one that is there twice is none. */
function readParameter(query: string, name: string): string | undefined {
  const values = query
    .split('&')
    .filter(part => part.startsWith(`${name}=`))
    .map(part => part.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

/** Returns the address of the page of a video, which is all that is stored of it. */
export const buildVideoUrl = (video: Video): string =>
  video.provider === 'youtube'
    ? `https://www.youtube.com/watch?v=${video.id}`
    : `https://vimeo.com/${video.id}${video.hash === undefined ? '' : `/${video.hash}`}`

/** Returns the address of the player of a video, which sets no cookies before it plays, or asks for none. */
export const buildPlayerUrl = (video: Video): string =>
  video.provider === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${video.id}`
    : `https://player.vimeo.com/video/${video.id}?${video.hash === undefined ? '' : `h=${video.hash}&`}dnt=1`
