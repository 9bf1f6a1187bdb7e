import { Icon, type IconProps } from '../icon.tsx'

export const BookX = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.5 7.5l-5 5m-5.5 7v-15A2.5 2.5 0 0 1 6.5 2H19a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6.5a1 1 0 0 1 0-5H20M9.5 7.5l5 5" />
  </Icon>
)
