import { Icon, type IconProps } from '../icon.tsx'

export const Heading = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 12h12M6 20V4m12 16V4" />
  </Icon>
)
