import { data } from 'react-router'

export { NotFound as default } from '#web/shared/errors/not-found.tsx'

export const loader = () => data(null, { status: 404 })
