import { Icon, type IconProps } from '../icon.tsx'

export const ArrowUp = (props: IconProps) => (
  <Icon {...props}>
    <path d="m5 12l7-7l7 7m-7 7V5" />
  </Icon>
)
