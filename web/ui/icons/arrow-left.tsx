import { Icon, type IconProps } from '../icon.tsx'

export const ArrowLeft = (props: IconProps) => (
  <Icon {...props}>
    <path d="m12 19l-7-7l7-7m7 7H5" />
  </Icon>
)
