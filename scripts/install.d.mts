export declare function installPackages(folder: string, purpose: string): void
