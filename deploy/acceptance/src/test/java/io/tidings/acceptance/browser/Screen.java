package io.tidings.acceptance.browser;

/** The size and the colours of the screen that shows a page. */
record Screen(int width, int height, boolean dark) {
    static final Screen DESKTOP = new Screen(1280, 900, false);
    static final Screen PHONE = new Screen(360, 740, false);
    static final Screen WIDE = new Screen(1920, 1080, false);

    Screen inTheDark() {
        return new Screen(width, height, true);
    }

    @Override
    public String toString() {
        return width + (dark ? " px, dark" : " px, light");
    }
}
