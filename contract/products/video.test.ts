import { describe, expect, test } from 'vitest'
import { ProductChanges } from './products.ts'
import { VIDEO_URL_MAX, buildPlayerUrl, buildVideoUrl, parseVideoUrl } from './video.ts'

const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const VIMEO = 'https://vimeo.com/76979871'
const UNLISTED = 'https://vimeo.com/76979871/8272103f6e'

describe('the address of a video', () => {
  test.each([
    [YOUTUBE, YOUTUBE],
    ['http://www.youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
    ['youtube.com/watch?v=aqz-KE-bpKQ', YOUTUBE],
    ['HTTPS://WWW.YouTube.COM/watch?v=aqz-KE-bpKQ', YOUTUBE],
    ['https://m.youtube.com/watch?v=aqz-KE-bpKQ&feature=youtu.be', YOUTUBE],
    ['https://music.youtube.com/watch?v=aqz-KE-bpKQ&si=Ab-3_x', YOUTUBE],
    ['https://www.youtube.com/watch?list=PL1234567890&v=aqz-KE-bpKQ&index=3', YOUTUBE],
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=1m30s&pp=ygUF%3D', YOUTUBE],
    ['https://www.youtube.com/watch/?v=aqz-KE-bpKQ#t=30', YOUTUBE],
    ['https://youtu.be/aqz-KE-bpKQ', YOUTUBE],
    ['youtu.be/aqz-KE-bpKQ?si=QWERTY&t=12', YOUTUBE],
    ['https://www.youtube.com/shorts/aqz-KE-bpKQ?feature=share', YOUTUBE],
    ['https://www.youtube.com/live/aqz-KE-bpKQ', YOUTUBE],
    ['https://www.youtube.com/embed/aqz-KE-bpKQ?rel=0&list=PL12', YOUTUBE],
    ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ/', YOUTUBE],
    ['https://www.youtube.com/v/aqz-KE-bpKQ', YOUTUBE],
    [VIMEO, VIMEO],
    ['vimeo.com/76979871', VIMEO],
    ['http://www.vimeo.com/76979871/', VIMEO],
    ['https://vimeo.com/76979871?share=copy#t=30s', VIMEO],
    ['https://vimeo.com/channels/staffpicks/76979871', VIMEO],
    ['https://vimeo.com/groups/motion/videos/76979871', VIMEO],
    ['https://vimeo.com/showcase/11223344/video/76979871', VIMEO],
    ['https://vimeo.com/manage/videos/76979871', VIMEO],
    ['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1', VIMEO],
    [UNLISTED, UNLISTED],
    ['https://vimeo.com/76979871/8272103f6e?share=copy', UNLISTED],
    ['https://vimeo.com/76979871?h=8272103f6e', UNLISTED],
    ['https://vimeo.com/manage/videos/76979871/8272103f6e', UNLISTED],
    ['https://player.vimeo.com/video/76979871?title=0&h=8272103f6e', UNLISTED],
  ])('%s is stored as %s', (text, stored) => {
    const video = parseVideoUrl(text)
    expect(video && buildVideoUrl(video)).toBe(stored)
    expect(ProductChanges.safeParse({ videoUrl: ` ${text}\n` }).data).toEqual({ videoUrl: stored })
  })

  test.each([
    ['a script', 'javascript:alert(1)'],
    ['a script after a host', 'javascript://www.youtube.com/watch?v=aqz-KE-bpKQ%0aalert(1)'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['a blob', 'blob:https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['a file', 'file:///watch?v=aqz-KE-bpKQ'],
    ['another scheme', 'ftp://www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['a view of the source', 'view-source:https://www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['no scheme but slashes', '//www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['one slash', 'https:/www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['three slashes', 'https:///www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['backslashes', String.raw`https:\\www.youtube.com\watch?v=aqz-KE-bpKQ`],
    ['a backslash in the path', String.raw`https://youtu.be\aqz-KE-bpKQ`],
    ['a user', 'https://www.youtube.com@evil.test/watch?v=aqz-KE-bpKQ'],
    ['a user before the host', 'https://evil@www.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['a password', 'https://a:b@youtu.be/aqz-KE-bpKQ'],
    ['a port', 'https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ'],
    ['the standard port', 'https://vimeo.com:443/76979871'],
    ['a longer host', 'https://www.youtube.com.evil.test/watch?v=aqz-KE-bpKQ'],
    ['a host that ends alike', 'https://notyoutube.com/watch?v=aqz-KE-bpKQ'],
    ['a host with a hyphen', 'https://www-youtube.com/watch?v=aqz-KE-bpKQ'],
    ['another subdomain', 'https://evil.youtube.com/watch?v=aqz-KE-bpKQ'],
    ['a host with a last dot', 'https://www.youtube.com./watch?v=aqz-KE-bpKQ'],
    ['another ending', 'https://www.youtube.co/watch?v=aqz-KE-bpKQ'],
    ['a letter for another', 'https://www.y0utube.com/watch?v=aqz-KE-bpKQ'],
    ['Cyrillic letters in the host', 'https://www.уоutube.com/watch?v=aqz-KE-bpKQ'],
    ['wide letters in the host', 'https://ｙｏｕｔｕ．ｂｅ/aqz-KE-bpKQ'],
    ['a wide slash', 'https://youtu.be／aqz-KE-bpKQ'],
    ['a host in Punycode', 'https://xn--utube-9yf.com/watch?v=aqz-KE-bpKQ'],
    ['a host in the path', 'https://evil.test/youtu.be/aqz-KE-bpKQ'],
    ['a host in the query', 'https://evil.test/?u=https://youtu.be/aqz-KE-bpKQ'],
    ['a host in the fragment', 'https://evil.test/#https://youtu.be/aqz-KE-bpKQ'],
    ['a fragment in the place of the path', 'https://youtu.be#/aqz-KE-bpKQ'],
    ['the id in the fragment', 'https://www.youtube.com/watch#v=aqz-KE-bpKQ'],
    ['an encoded slash', 'https://www.youtube.com%2Fwatch?v=aqz-KE-bpKQ'],
    ['an encoded slash in the path', 'https://www.youtube.com/embed%2Faqz-KE-bpKQ'],
    ['an encoded letter in the path', 'https://youtu.be/aqz-KE-bpK%51'],
    ['an encoded letter in the id', 'https://www.youtube.com/watch?v=aqz-KE-bpK%51'],
    ['a way up', 'https://www.youtube.com/embed/../watch?v=aqz-KE-bpKQ'],
    ['a redirect', 'https://www.youtube.com/redirect?q=https://evil.test'],
    ['a playlist', 'https://www.youtube.com/playlist?list=PL1234567890'],
    ['a player of a playlist', 'https://www.youtube.com/embed/videoseries?list=PL1234567890'],
    ['a player of a channel', 'https://www.youtube.com/embed/live_stream?channel=UC12'],
    ['a channel', 'https://www.youtube.com/@kiosko'],
    ['no id', 'https://www.youtube.com/watch?v='],
    ['a short id', 'https://youtu.be/aqz-KE-bpK'],
    ['a long id', 'https://youtu.be/aqz-KE-bpKQQ'],
    ['an id with quotation marks', 'https://www.youtube.com/watch?v=aqz"KE-bpKQ'],
    ['two ids', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ&v=bqz-KE-bpKQ'],
    ['a parameter in capitals', 'https://www.youtube.com/watch?V=aqz-KE-bpKQ'],
    ['a line break', 'https://www.youtube.com/watch?v=aqz-KE-bpKQ\nhttps://evil.test'],
    ['a space', 'https://youtu.be/aqz-KE-bpKQ evil'],
    ['HTML', '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ"></iframe>'],
    ['HTML after it', 'https://youtu.be/aqz-KE-bpKQ"><script>alert(1)</script>'],
    ['nothing but a host', 'https://vimeo.com/'],
    ['a user of Vimeo', 'https://vimeo.com/kiosko'],
    ['Vimeo on demand', 'https://vimeo.com/ondemand/kiosko/76979871'],
    ['the number zero', 'https://vimeo.com/0'],
    ['a number that is too long', 'https://vimeo.com/1234567890123'],
    ['a hash that is none', 'https://vimeo.com/76979871/evil'],
    ['a hash that is none, as a parameter', 'https://vimeo.com/76979871?h=%22onload'],
    ['another host of Vimeo', 'https://player.vimeo.com.evil.test/video/76979871'],
    ['the page of a player', 'https://player.vimeo.com/76979871'],
    ['another provider', 'https://www.dailymotion.com/video/x8abcde'],
    ['a text', 'mi video'],
  ])(
    'the address of a video with %s is refused, with an example of what is accepted',
    (_, text) => {
      expect(parseVideoUrl(text)).toBeUndefined()
      const { error } = ProductChanges.safeParse({ videoUrl: text })
      expect(error?.issues.map(({ message }) => message)).toEqual(['issue_video'])
    },
  )

  test('the address of a video that is very long is refused at once', () => {
    const long = `https://www.youtube.com/watch?v=aqz-KE-bpKQ&x=${'a'.repeat(1_000_000)}`
    const start = performance.now()
    expect(parseVideoUrl(long)).toBeUndefined()
    expect(ProductChanges.safeParse({ videoUrl: long }).error?.issues).toMatchObject([
      { message: 'issue_video' },
    ])
    expect(parseVideoUrl(long.slice(0, VIDEO_URL_MAX))).toBeDefined()
    expect(performance.now() - start).toBeLessThan(1000)
  })

  test('the address of a video can be empty', () => {
    expect(ProductChanges.safeParse({ videoUrl: '  ' }).data).toEqual({ videoUrl: '' })
  })
})

test.each([
  [YOUTUBE, 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'],
  [VIMEO, 'https://player.vimeo.com/video/76979871?dnt=1'],
  [UNLISTED, 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
])('the video %s is played by %s', (url, player) =>
  expect(buildPlayerUrl(parseVideoUrl(url)!)).toBe(player),
)
