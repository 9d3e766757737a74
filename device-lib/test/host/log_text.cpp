#include "log_text.h"

#include <cstdio>
#include <cstring>

namespace test_host {

using gpurma::detail::log_item;

namespace {

/// What is left of a line's items; reading past the end gives zeros.
class reader {
   public:
    explicit reader(const std::string &items) : items_(items) {}

    bool at_end() const { return next_ >= items_.size(); }
    template <typename T>
    T take() {
        T value = {};
        if (next_ + sizeof value <= items_.size()) std::memcpy(&value, items_.data() + next_, sizeof value);
        next_ += sizeof value;
        return value;
    }
    /// Texts take whole words.
    std::string text(std::size_t length) {
        const std::string part = next_ < items_.size() ? items_.substr(next_, length) : "";
        next_ += (length + 3) / 4 * 4;
        return part;
    }

   private:
    const std::string &items_;
    std::size_t next_ = 0;
};

template <typename T>
std::string format(const char *how, T value) {
    char text[64];
    std::snprintf(text, sizeof text, how, value);
    return text;
}

std::string next_item(reader &items) {
    const std::uint32_t head = items.take<std::uint32_t>();
    const std::uint32_t about = head >> gpurma::detail::log_about_shift;
    switch (static_cast<log_item>(head & 0xff)) {
        case log_item::none:
            return "";
        case log_item::text:
            return items.text(about);
        case log_item::integer:
            return format("%lld", items.take<long long>());
        case log_item::natural:
            return format("%llu", items.take<unsigned long long>());
        case log_item::real:
            return format("%g", items.take<double>());
        case log_item::truth:
            return format("%u", about);
        case log_item::address:
            return format("0x%llx", items.take<unsigned long long>());
        case log_item::short_integer:
            return format("%d", items.take<std::int32_t>());
        case log_item::short_natural:
            return format("%u", items.take<std::uint32_t>());
    }
    return "[log item of unknown kind]";
}

}  // namespace

bool log_text::take(const std::uint32_t (&words)[gpurma::detail::entry_words]) {
    items_.append(reinterpret_cast<const char *>(words + 3), words[0] & 0xff);
    return (words[0] >> 8 & gpurma::detail::log_ends_line) != 0;
}

std::string log_text::line() {
    std::string text;
    for (reader items(items_); !items.at_end();) text += next_item(items);
    items_.clear();
    return text;
}

}  // namespace test_host
