import { Icon, type IconProps } from '../icon.tsx'

export const X = (props: IconProps) => (
  <Icon {...props}>
    <path d="M18 6L6 18M6 6l12 12" />
  </Icon>
)
