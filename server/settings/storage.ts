import {
  GIVEN_SECRET_LENGTH,
  documentSetting,
  flagWithDefault,
  optionalText,
  optionalUrl,
  textWithDefault,
} from './schemas.ts'

export const STORAGE_SETTINGS = {
  S3_BUCKET: documentSetting(optionalText(), {
    meaning:
      'the bucket of an S3-compatible object storage that holds product files and images. Without it, they are in `DATA_DIR/storage`. The bucket must be private',
  }),
  S3_REGION: documentSetting(textWithDefault('us-east-1'), { meaning: 'the region of the bucket' }),
  S3_ENDPOINT: documentSetting(optionalUrl(), {
    shownDefault: 'Amazon’s, by region',
    meaning: 'the URL of the object storage, if it is not Amazon’s',
  }),
  S3_ACCESS_KEY_ID: documentSetting(optionalText(), {
    shownDefault: 'the role of the machine',
    meaning: 'the access key. Without it, the SDK looks for credentials in the environment',
  }),
  S3_SECRET_ACCESS_KEY: documentSetting(optionalText(), {
    minSecretLength: GIVEN_SECRET_LENGTH,
    meaning: 'the secret of the access key',
  }),
  S3_PATH_STYLE: documentSetting(flagWithDefault('0'), {
    meaning:
      '`1` puts the bucket into the path of the URL instead of the host name, which most servers other than Amazon’s need',
  }),
  IMAGES_ORIGIN: documentSetting(optionalUrl(), {
    shownDefault: 'PUBLIC_ORIGIN',
    meaning:
      'the https origin of a content delivery network in front of `PUBLIC_ORIGIN/images`, from which visitors then load covers, previews and profile pictures',
  }),
  CLOUDFRONT_ORIGIN: documentSetting(optionalUrl(), {
    meaning:
      'the https origin of a CloudFront distribution in front of the bucket. With it, downloads are links signed for CloudFront instead of for the bucket',
  }),
  CLOUDFRONT_KEY_PAIR_ID: documentSetting(optionalText(), {
    meaning: 'the id of the public key in a key group that the distribution trusts',
  }),
  CLOUDFRONT_PRIVATE_KEY: documentSetting(optionalText(), {
    meaning: 'the private key of that key pair as PEM. Line breaks can be written as `\\n`',
  }),
}
