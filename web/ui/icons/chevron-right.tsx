import { Icon, type IconProps } from '../icon.tsx'

export const ChevronRight = (props: IconProps) => (
  <Icon {...props}>
    <path d="m9 18l6-6l-6-6" />
  </Icon>
)
