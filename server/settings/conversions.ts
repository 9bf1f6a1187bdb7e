import { documentSetting, optionalText } from './schemas.ts'

/** The origins of the services to which sellers have their purchases reported. */
export const CONVERSION_SETTINGS = {
  META_API_ORIGIN: documentSetting(optionalText(), {
    shownDefault: '`https://graph.facebook.com` in production, else the simulator',
    meaning: "the origin of Meta's Conversions API",
  }),
  TIKTOK_API_ORIGIN: documentSetting(optionalText(), {
    shownDefault: '`https://business-api.tiktok.com` in production, else the simulator',
    meaning: "the origin of TikTok's Events API",
  }),
  GOOGLE_ANALYTICS_ORIGIN: documentSetting(optionalText(), {
    shownDefault: '`https://www.google-analytics.com` in production, else the simulator',
    meaning: "the origin of Google Analytics' Measurement Protocol",
  }),
}
