import { Icon, type IconProps } from '../icon.tsx'

export const Italic = (props: IconProps) => (
  <Icon {...props}>
    <path d="M19 4h-9m4 16H5M15 4L9 20" />
  </Icon>
)
