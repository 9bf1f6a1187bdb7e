import { saveReview } from '../product-reviews/reviews.ts'
import { reportReview, saveReviewReply } from '../product-reviews/seller-reviews.ts'
import { example } from './example.ts'

export const productReviewExamples = [
  example(saveReview, { stars: 5, text: 'Muy bueno', name: '' }),
  example(saveReviewReply, { text: 'Gracias' }),
  example(reportReview, { reason: 'No es cierto' }),
]
