import { Icon, type IconProps } from '../icon.tsx'

export const ChevronDown = (props: IconProps) => (
  <Icon {...props}>
    <path d="m6 9l6 6l6-6" />
  </Icon>
)
