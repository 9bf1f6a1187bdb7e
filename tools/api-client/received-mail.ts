/** A mail that the inbox simulator received. */
export interface ReceivedMail {
  id: string
  to: string
  subject: string
  replyTo: string
  text: string
  html: string
  messageId: string
  attachments: { filename: string; mimeType: string; base64: string }[]
  /** The headers List-Unsubscribe and List-Unsubscribe-Post; empty without them. */
  unsubscribe: string
  unsubscribePost: string
  /** The time of arrival, ISO 8601. */
  date: string
}
