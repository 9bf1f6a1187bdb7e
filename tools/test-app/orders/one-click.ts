import { request } from 'node:http'

/**
 * Posts as a mail program does: without an origin, with a form of the given type.
 * @returns the status of the response
 */
export const postOneClick = (url: string, contentType: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { 'content-type': contentType, 'content-length': body.length } },
      response => {
        response.resume()
        resolve(response.statusCode!)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
