import { Icon, type IconProps } from '../icon.tsx'

export const ArrowUpRight = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7 7h10v10M7 17L17 7" />
  </Icon>
)
