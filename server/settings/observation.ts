import {
  documentSetting,
  numberWithDefault,
  optionalText,
  optionalUrl,
  textWithDefault,
} from './schemas.ts'

export const OBSERVATION_SETTINGS = {
  SENTRY_DSN: documentSetting(optionalUrl(), {
    meaning:
      'where unexpected errors are reported: the DSN of a project of Sentry or of a service that understands its protocol, such as GlitchTip. Without it, errors are only logged',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: documentSetting(optionalUrl(), {
    meaning:
      'where traces are sent: the base URL of an OpenTelemetry collector, or of a service that takes OTLP over HTTP, such as `http://collector:4318`. Without it, nothing is traced',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: documentSetting(optionalText(), {
    meaning:
      'the headers that the collector requires, such as `api-key=…`, separated by commas. With them, the collector needs an https URL',
  }),
  OTEL_SERVICE_NAME: documentSetting(textWithDefault('kiosko'), {
    meaning: 'the name of this installation in traces',
  }),
  OTEL_TRACES_SAMPLER_ARG: documentSetting(
    numberWithDefault(1, value => value >= 0 && value <= 1, 'debe ser un número de 0 a 1'),
    { meaning: 'the share of traces that are sent, from 0 to 1' },
  ),
}
