import * as z from 'zod/mini'
import {
  commaSeparatedList,
  optionalText,
  optionalUrl,
  documentSetting,
  textWithDefault,
} from './schemas.ts'

export const WEB_SETTINGS = {
  API_BASE_URL: documentSetting(optionalText(), {
    isRequired: true,
    meaning:
      'the URL of the API, which is `PUBLIC_ORIGIN` followed by `/api`: the web only calls the API of its own origin',
  }),
  CHAT_PROPERTY_ID: documentSetting(optionalText(), {
    isRequired: true,
    meaning: 'the property id of the live chat',
  }),
  CHAT_WIDGET_ID: documentSetting(optionalText(), {
    isRequired: true,
    meaning: 'the widget id of the live chat',
  }),
  CHAT_ORIGIN: documentSetting(textWithDefault('https://tawk.to'), {
    meaning: 'the origin of the chat frame',
  }),
  ANALYTICS_KEY: documentSetting(optionalText(), {
    isRequired: true,
    meaning: 'the project key of product analytics',
  }),
  ANALYTICS_HOST: documentSetting(optionalUrl(), {
    isRequired: true,
    meaning: 'the URL that analytics events are sent to',
  }),
  OLD_ORIGINS: documentSetting(z.optional(commaSeparatedList), {
    meaning:
      'former URLs of this installation, separated by commas; requests to them are redirected to `PUBLIC_ORIGIN`',
  }),
}
