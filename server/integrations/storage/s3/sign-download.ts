import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl as signForCloudFront } from '@aws-sdk/cloudfront-signer'
import { getSignedUrl as signForBucket } from '@aws-sdk/s3-request-presigner'
import { ApiError } from '#server/http/api-error.ts'
import type { DownloadHeaders } from '../storage.ts'

const LIFETIME_SECONDS = 300
const CACHE_CONTROL = 'private, no-store'

/** The key with which links to a CloudFront distribution are signed. */
export interface CloudFrontKey {
  origin: string
  keyPairId: string
  /** PEM. */
  privateKey: string
}

/**
 * Signs a link to an object, with which it can be downloaded for five minutes, whole or by byte range.
 * @param cloudFront undefined if the link leads to the bucket itself
 * @throws ApiError ERROR_GETTING_CLOUDFRONT_SIGNED_URL if the link cannot be signed, such as with an invalid key
 */
export async function signDownload(
  {
    client,
    bucket,
    cloudFront,
  }: { client: S3Client; bucket: string; cloudFront: CloudFrontKey | undefined },
  key: string,
  { disposition, mime }: DownloadHeaders,
): Promise<string> {
  try {
    if (!cloudFront)
      return await signForBucket(
        client,
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ResponseContentDisposition: disposition,
          ResponseContentType: mime,
          ResponseCacheControl: CACHE_CONTROL,
        }),
        { expiresIn: LIFETIME_SECONDS },
      )
    const url = new URL(`/${key}`, cloudFront.origin)
    // CloudFront passes these parameters on to the bucket, which answers with the headers.
    url.searchParams.set('response-content-disposition', disposition)
    url.searchParams.set('response-content-type', mime)
    url.searchParams.set('response-cache-control', CACHE_CONTROL)
    return signForCloudFront({
      url: url.href,
      keyPairId: cloudFront.keyPairId,
      privateKey: cloudFront.privateKey,
      dateLessThan: new Date(Date.now() + LIFETIME_SECONDS * 1000),
    })
  } catch (error) {
    throw new ApiError('ERROR_GETTING_CLOUDFRONT_SIGNED_URL', 'no signed link', { cause: error })
  }
}
